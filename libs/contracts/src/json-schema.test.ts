import * as v from 'valibot';
import { GalleryQuerySchema } from './gallery-requests.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { PricePictureQuerySchema } from './price-history-query.ts';
import { PageReportsSchema } from './telemetry.ts';

test('a query is described by the schema that validates it', () => {
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

test('a parameter that may be given several times is described as a list', () => {
  const { properties } = jsonSchemaOf(PricePictureQuerySchema);
  expect(properties?.['item']).toEqual({ type: 'array', maxItems: 4, items: expect.objectContaining({ type: 'string' }) });
});

test('a body is described with its lists, limits and nullable fields', () => {
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
  for (const schema of [v.map(v.string(), v.string()), v.union([v.string(), v.number()])])
    expect(() => jsonSchemaOf(schema)).toThrow('has no description');
});
