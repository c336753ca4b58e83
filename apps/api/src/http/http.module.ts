import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ClosedByDefaultGuard } from './access.ts';
import { ContractPipe } from './contract.pipe.ts';
import { ProblemFilter } from './problem.filter.ts';

/** What all routes have in common. */
@Module({
  providers: [
    { provide: APP_GUARD, useClass: ClosedByDefaultGuard },
    { provide: APP_PIPE, useClass: ContractPipe },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class HttpModule {}
