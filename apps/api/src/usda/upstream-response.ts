import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Clock } from '../clock.ts';
import { ProblemSchema } from '../http/api-schema.ts';

/** Adds the possible failures of a request to USDA to the API description. */
export const UpstreamProblems = () =>
  applyDecorators(
    ApiResponse({
      status: 502,
      standardSchema: ProblemSchema,
      description: 'USDA is unreachable, refused the key or sent an unusable response',
    }),
    ApiResponse({
      status: 503,
      standardSchema: ProblemSchema,
      description:
        'No USDA key is configured, USDA is rate limiting requests, or this server’s limit on requests to USDA is reached',
    }),
    ApiResponse({ status: 504, standardSchema: ProblemSchema, description: 'USDA did not respond in time' }),
  );

/** Sets headers that say how old a copy is. */
export function labelAge(
  response: Response,
  clock: Pick<Clock, 'now'>,
  copy: { readonly fetchedAt: string; readonly stale: boolean },
): void {
  const age = Math.floor((clock.now().getTime() - Date.parse(copy.fetchedAt)) / 1_000);
  response.set({ 'Cache-Control': 'no-cache', Age: String(Math.max(age, 0)) });
  if (copy.stale) response.set('X-Data-Stale', 'true');
}
