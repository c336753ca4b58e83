import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { startMarsStandIn, type MarsStandIn } from './mars-stand-in.ts';
import { SAMPLE_REPORTS } from './sample-reports.ts';
import { SAMPLE_WEEK_BEGINS, sampleRows } from './sample-rows.ts';

/** Runs the stand-in over the bundled sample rows for as long as the application lives. */
@Injectable()
export class SampleSource implements OnApplicationShutdown {
  static readonly KEY = 'sample-data';
  private standIn: MarsStandIn | null = null;

  /** The address that the USDA client is to ask. */
  async start(): Promise<string> {
    this.standIn ??= await startMarsStandIn({ reports: SAMPLE_REPORTS, rows: sampleRows, weekBegins: SAMPLE_WEEK_BEGINS });
    return this.standIn.baseUrl;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.standIn?.close();
    this.standIn = null;
  }
}
