import * as v from 'valibot';
import { GalleryQuerySchema } from './gallery-requests.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { PageReportsSchema } from './telemetry.ts';

test('a query is described by what checks it', () => {
  expect(jsonSchemaOf(GalleryQuerySchema)).toMatchObject({
    type: 'object',
    additionalProperties: false,
    properties: {
      exhibit: { type: 'string', enum: expect.arrayContaining(['kaleidoscope']) },
      limit: { type: 'string', pattern: '^(?:[1-9]\\d?|100)$' },
    },
  });
  expect(jsonSchemaOf(GalleryQuerySchema).required).toBeUndefined();
});

test('a body is described with its lists, limits and what may be null', () => {
  const { properties } = jsonSchemaOf(PageReportsSchema);
  expect(properties?.['reports']).toMatchObject({
    type: 'array',
    minItems: 1,
    maxItems: 20,
    items: {
      required: ['app', 'release', 'path', 'outcome', 'phase', 'ms', 'message'],
      properties: { ms: { type: 'integer', minimum: 0, maximum: 600_000 }, message: { type: 'string', nullable: true } },
    },
  });
});

test('a schema without a description is an error, not a gap', () => {
  expect(() => jsonSchemaOf(v.map(v.string(), v.string()))).toThrow('has no description');
});
