import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ApiProblemSchema, jsonSchemaOf, type JsonSchema } from '@site/contracts';

/** What a schema cannot express about a field. */
interface FieldNote {
  readonly example?: unknown;
  readonly description?: string;
}

type Notes = Readonly<Record<string, FieldNote>>;

const described = new WeakMap<object, { readonly name: string; readonly notes: Notes }>();

/** Names a schema of the contract in the API description, and adds examples to its fields, including nested ones. */
export function describeSchema<Schema extends object>(name: string, schema: Schema, notes: Notes = {}): Schema {
  described.set(schema, { name, notes });
  return schema;
}

function withNotes(schema: JsonSchema, notes: Notes): JsonSchema {
  if (schema.items) return { ...schema, items: withNotes(schema.items, notes) };
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, inner]) => [
    name,
    { ...withNotes(inner, notes), ...(Object.hasOwn(notes, name) && notes[name]) },
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The description of a schema: a reference to a component if it has a name. */
export function openApiSchemaOf(schema: object): { schema: object; components?: Record<string, JsonSchema> } {
  const known = described.get(schema);
  if (!known) return { schema: jsonSchemaOf(schema) };
  const component = withNotes(jsonSchemaOf(schema), known.notes);
  return { schema: { $ref: `#/components/schemas/${known.name}` }, components: { [known.name]: component } };
}

export const ProblemSchema = describeSchema('ApiProblem', ApiProblemSchema, {
  error: { example: 'The request could not be understood.' },
  code: { example: 'bad_request' },
  requestId: { example: '3f0c9a52-6a0e-4b1e-9d0f-1d2c3b4a5f60' },
  details: { description: 'What is wrong, and what to do', example: 'limit must be a whole number from 1 to 100' },
  apiKeyConfigured: { description: 'Only on routes that request data from USDA: false if this server has no key' },
});

/** Lists the failures of a route in the API description. */
export function ApiProblems(...statuses: readonly number[]): MethodDecorator {
  return applyDecorators(...statuses.map((status) => ApiResponse({ status, standardSchema: ProblemSchema })));
}
