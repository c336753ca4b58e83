import { Injectable } from '@nestjs/common';

/** The one place that asks for the time of day. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
