import { ApiProperty } from '@nestjs/swagger';
import type { LoadPhase, PageOutcome, PageReport } from '@site/contracts';

/** For the documentation; the schema in `@site/contracts` is what is checked. */
class PageReportDto implements PageReport {
  @ApiProperty({
    description: '`shell`, or the name of a remote',
    maxLength: 60,
    pattern: '^[a-z][a-z0-9-]*$',
    example: 'market-prices',
  })
  app!: string;
  @ApiProperty({ description: 'The release that was wanted', example: '0.1.0-a80cc1b039b0' })
  release!: string;
  @ApiProperty({ example: '/projects/egg-prices' })
  path!: string;
  @ApiProperty({ enum: ['shown', 'replaced', 'failed', 'error'] })
  outcome!: PageOutcome;
  @ApiProperty({ enum: ['resolve', 'fetch', 'init', 'render', 'ready'] })
  phase!: LoadPhase;
  @ApiProperty({ type: 'integer', description: 'Milliseconds from the click', example: 412 })
  ms!: number;
  @ApiProperty({ type: String, nullable: true, maxLength: 300, example: null })
  message!: string | null;
}

export class PageReportsDto {
  @ApiProperty({ type: [PageReportDto], minItems: 1, maxItems: 20 })
  reports!: PageReport[];
}
