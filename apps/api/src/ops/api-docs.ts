import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { openApiSchemaOf } from '../http/api-schema.ts';

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

/** Queries, bodies and answers are described by the schemas that check them. */
const standardSchemaConverter = (schema: unknown) =>
  typeof schema === 'object' && schema !== null ? openApiSchemaOf(schema) : undefined;

/** The interface as OpenAPI: a page at /api/docs, the document at /api/docs/openapi.json. */
export function setUpApiDocs(app: NestExpressApplication): void {
  const options = new DocumentBuilder().setTitle('Site API').setVersion('1').build();
  SwaggerModule.setup(API_DOCS_PATH, app, () => SwaggerModule.createDocument(app, options, { standardSchemaConverter }), {
    jsonDocumentUrl: `${API_DOCS_PATH}/openapi.json`,
    raw: ['json'],
  });
}
