import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { KnownAddresses } from '../site/known-addresses.ts';
import { UsdaService } from './usda.service.ts';

/** Which reports have a page. */
@Injectable()
export class ReportAddresses implements OnModuleInit {
  constructor(
    @Inject(UsdaService) private readonly reports: Pick<UsdaService, 'storedReportList'>,
    private readonly known: KnownAddresses,
  ) {}

  onModuleInit(): void {
    const isListed = async ({ slug }: Readonly<Record<string, string>>) => {
      const list = await this.reports.storedReportList();
      // Without a list the page says what is wrong.
      return list === null || list.some((report) => report.slug_id === slug);
    };
    this.known.tell('/projects/usda-reports/:slug', isListed);
    this.known.tell('/projects/usda-reports/:slug/:section', isListed);
  }
}
