import { PageReportsSchema } from '@site/contracts';
import { HttpError } from '../http/app-error.ts';
import { describeSchema } from '../http/api-schema.ts';
import { refusedWith } from '../http/contract.pipe.ts';

const DETAILS =
  'reports must list 1 to 20 objects with app (a name such as market-prices), release, path, outcome, phase, ms and message, as /api/docs says';

export const PageReportsBody = refusedWith(
  describeSchema('PageReports', PageReportsSchema, {
    app: { description: '`shell`, or the name of a remote', example: 'market-prices' },
    release: { description: 'The release that was requested', example: '0.1.0-a80cc1b039b0' },
    path: { example: '/projects/egg-prices' },
    ms: { description: 'Milliseconds from the click', example: 412 },
    message: { example: null },
  }),
  () => new HttpError('INVALID_BODY', 'no page reports', {}, DETAILS),
);
