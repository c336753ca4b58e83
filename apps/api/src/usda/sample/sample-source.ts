import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { startMarsStandIn, type MarsStandIn } from './mars-stand-in.ts';
import { SAMPLE_LIBRARY } from './sample-library.ts';

/** Runs the stand-in over the bundled sample rows for as long as the application lives. */
@Injectable()
export class SampleSource implements OnApplicationShutdown {
  static readonly KEY = 'sample-data';
  private standIn: MarsStandIn | null = null;

  /** The address for the USDA client. */
  async start(): Promise<string> {
    this.standIn ??= await startMarsStandIn(SAMPLE_LIBRARY);
    return this.standIn.baseUrl;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.standIn?.close();
    this.standIn = null;
  }
}
