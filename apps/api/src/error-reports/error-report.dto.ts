import { ErrorReportSchema } from '@site/contracts';
import { describeSchema } from '../http/api-schema.ts';
import { HttpError } from '../http/app-error.ts';
import { refusedWith } from '../http/contract.pipe.ts';

const DETAILS = 'an error report must have a token, app, release, name, message and frames; see /api/docs';

export const ErrorReportBody = refusedWith(
  describeSchema('ErrorReport', ErrorReportSchema, {
    token: {
      description: 'From the Server-Timing header of the document; valid for five errors',
      example: 'mwtf5u0i.boak472Bepcw.maAhK-8LQW5ola2-rMVwfLCcK3LxMoJGQrlgjoQTKpI',
    },
    app: { description: '`shell`, or the name of a remote', example: 'market-prices' },
    release: { example: '0.1.0-a80cc1b039b0' },
    name: { description: 'Class of the error', example: 'TypeError' },
    message: { example: 'price is undefined' },
    frames: {
      description: 'The stack in scripts of this site, innermost frame first',
      example: ['/r/market-prices/0.1.0-a80cc1b039b0/assets/egg-prices.page-Bn2daKmh.js:1:2345'],
    },
  }),
  () => new HttpError('INVALID_BODY', 'not an error report', {}, DETAILS),
);
