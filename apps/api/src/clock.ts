import { Injectable } from '@nestjs/common';

/** The only place that reads the system clock. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
