import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { Config } from '../config/config.ts';
import { openApiSchemaOf } from '../http/api-schema.ts';
import { ownCookieName } from '../http/own-cookie.ts';

export const API_DOCS_PATH = '/api/docs';

/** Swagger UI writes style elements and attributes of its own; scripts and everything else come from this origin alone. */
export const API_DOCS_CSP = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Queries, bodies and responses are described by the schemas that validate them. */
const standardSchemaConverter = (schema: unknown) =>
  typeof schema === 'object' && schema !== null ? openApiSchemaOf(schema) : undefined;

const SIGNATURE = {
  type: 'apiKey',
  in: 'header',
  name: 'Signature',
  description: "By a team's key or the owner's; with Signature-Input and Content-Digest, as in RFC 9421",
} as const;
const OWNER_TOKEN = {
  type: 'http',
  scheme: 'bearer',
  description: "OWNER_TOKEN; if none is set and the site is not published, requests from the server's own machine need none",
} as const;

/** The API as OpenAPI: a page at /api/docs, the document at /api/docs/openapi.json. */
export function setUpApiDocs(app: NestExpressApplication, { isSecure }: Pick<Config, 'isSecure'>): void {
  const options = new DocumentBuilder()
    .setTitle('Site API')
    .setVersion('1')
    .addBearerAuth(OWNER_TOKEN, 'ownerToken')
    .addCookieAuth(ownCookieName('draft', isSecure), undefined, 'draftSession')
    .addSecurity('signature', SIGNATURE)
    .build();
  SwaggerModule.setup(API_DOCS_PATH, app, () => SwaggerModule.createDocument(app, options, { standardSchemaConverter }), {
    jsonDocumentUrl: `${API_DOCS_PATH}/openapi.json`,
    raw: ['json'],
  });
}
