import {
  Controller,
  ForbiddenException,
  Get,
  HttpException,
  Param,
  PayloadTooLargeException,
  type ArgumentMetadata,
} from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { HttpError } from './app-error.ts';
import { ContractPipe } from './contract.pipe.ts';
import { LOGGER } from './logger.ts';
import { NotStored } from './not-stored.ts';
import { ProblemFilter } from './problem.filter.ts';
import { listen } from './server-life.ts';

const THROWN: Readonly<Record<string, Error>> = {
  forbidden: new ForbiddenException(),
  'too large': new PayloadTooLargeException(),
  teapot: new HttpException('a teapot', 418),
  'bad gateway': new HttpException('bad gateway', 502),
  overloaded: new HttpError('OVERLOADED', 'full'),
  'later than usual': new HttpError('OVERLOADED', 'full', { 'Retry-After': '9' }),
};

const DIGITS: NonNullable<ArgumentMetadata['schema']> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => (/^\d+$/.test(String(value)) ? { value } : { issues: [{ message: 'number must be digits' }] }),
  },
};

@NotStored()
@Controller()
class ThrowingController {
  @Get('throw/:what')
  throw(@Param('what') what: string): never {
    throw THROWN[what] ?? new Error('nothing is thrown for it');
  }

  @Get('page/:number')
  page(@Param('number', { schema: DIGITS }) number: string): string {
    return number;
  }
}

describe('a thrown error', () => {
  let app: NestExpressApplication;
  let url: string;
  beforeAll(async () => {
    const testing = await Test.createTestingModule({
      controllers: [ThrowingController],
      providers: [
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useClass: ContractPipe },
        { provide: LOGGER, useValue: { warn: () => undefined, error: () => undefined } },
      ],
    }).compile();
    app = await testing.createNestApplication<NestExpressApplication>().init();
    url = await listen(app.getHttpServer(), 0, '127.0.0.1');
  });
  afterAll(() => app.close());

  test.each([
    ['forbidden', 403, 'forbidden', null],
    ['too large', 413, 'payload_too_large', null],
    ['teapot', 400, 'bad_request', null],
    ['bad gateway', 500, 'internal', null],
    ['overloaded', 503, 'overloaded', '2'],
    ['later than usual', 503, 'overloaded', '9'],
  ])('%s gets %d %s', async (what, status, code, retryAfter) => {
    const response = await fetch(`${url}/throw/${encodeURIComponent(what)}`);
    const problem = (await response.json()) as { code: string };
    expect([response.status, problem.code, response.headers.get('Retry-After')]).toEqual([status, code, retryAfter]);
  });

  test('an address with a malformed parameter does not exist, and a valid one is not cached', async () => {
    const [right, wrong] = await Promise.all([fetch(`${url}/page/12`), fetch(`${url}/page/twelve`)]);
    expect([right.status, await right.text(), right.headers.get('Cache-Control')]).toEqual([200, '12', 'no-store']);
    expect([wrong.status, await wrong.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'not_found', details: 'number must be digits' }),
    ]);
  });
});
