import { Controller, Get } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { ClosedByDefaultGuard, Public } from './access.ts';
import { LOGGER } from './logger.ts';
import { ProblemFilter } from './problem.filter.ts';
import { listen } from './server-life.ts';

@Controller()
class GuardedRoutesController {
  @Get('open')
  @Public()
  open(): string {
    return 'open';
  }

  @Get('forgotten')
  forgotten(): string {
    return 'a secret';
  }
}

test('a route without an access decorator is closed, and a public one is open', async () => {
  const testing = await Test.createTestingModule({
    controllers: [GuardedRoutesController],
    providers: [
      { provide: APP_GUARD, useClass: ClosedByDefaultGuard },
      { provide: APP_FILTER, useClass: ProblemFilter },
      { provide: LOGGER, useValue: { warn: () => undefined, error: () => undefined } },
    ],
  }).compile();
  const app = await testing.createNestApplication<NestExpressApplication>().init();
  const url = await listen(app.getHttpServer(), 0, '127.0.0.1');
  const [open, forgotten] = await Promise.all([fetch(`${url}/open`), fetch(`${url}/forgotten`)]);
  expect([open.status, await open.text()]).toEqual([200, 'open']);
  const text = await forgotten.text();
  expect([forgotten.status, text.includes('a secret')]).toEqual([404, false]);
  await app.close();
});
