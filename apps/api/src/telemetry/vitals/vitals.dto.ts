import { VitalsReportSchema } from '@site/contracts';
import { describeSchema } from '../../http/api-schema.ts';
import { HttpError } from '../../http/app-error.ts';
import { refusedWith } from '../../http/contract.pipe.ts';

const DETAILS = 'a measurement has token, app, release, path, device, lcp, inp, cls and ttfb, as /api/docs says';

export const VitalsReportBody = refusedWith(
  describeSchema('VitalsReport', VitalsReportSchema, {
    token: {
      description: 'From the Server-Timing header of the document',
      example: 'mwtf5u0i.boak472Bepcw.maAhK-8LQW5ola2-rMVwfLCcK3LxMoJGQrlgjoQTKpI',
    },
    app: { example: 'market-prices' },
    release: { example: '0.1.0-a80cc1b039b0' },
    path: { example: '/projects/egg-prices' },
    lcp: { description: 'Milliseconds; null if the browser does not measure it', example: 640 },
    inp: { example: 48 },
    ttfb: { example: 120 },
    cls: { example: 0.01 },
  }),
  () => new HttpError('INVALID_BODY', 'no measurement', {}, DETAILS),
);
