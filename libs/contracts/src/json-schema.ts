/** The subset of JSON Schema, in the dialect of OpenAPI 3.0, that the contract's schemas need. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  format?: string;
  pattern?: string;
  enum?: unknown[];
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean;
  description?: string;
  example?: unknown;
}

/** The fields of a schema that are read here; the library represents each schema as data. */
interface Described {
  readonly type: string;
  readonly pipe?: readonly Described[];
  readonly entries?: Readonly<Record<string, Described>>;
  readonly item?: Described;
  readonly wrapped?: Described;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly requirement?: unknown;
}

const isOptional = ({ type }: Described): boolean => ['optional', 'exact_optional', 'nullish'].includes(type);

function objectOf(entries: Readonly<Record<string, Described>>, isStrict: boolean): JsonSchema {
  const required = Object.keys(entries).filter((key) => entries[key] && !isOptional(entries[key]));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, jsonSchemaOf(entry)])),
    ...(required.length > 0 && { required }),
    ...(isStrict && { additionalProperties: false }),
  };
}

/** A parameter that may occur several times in a query is one string or a list of strings; OpenAPI describes both as the list. */
function listOf(options: readonly unknown[]): JsonSchema {
  const described = options.map((option) => jsonSchemaOf(option as Described));
  const list = described.find(({ type }) => type === 'array');
  if (!list || described.length > 2) throw new TypeError("the contract's union has no description in JSON Schema yet");
  return list;
}

function plainSchemaOf(schema: Described): JsonSchema {
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type: schema.type };
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return objectOf(schema.entries ?? {}, schema.type === 'strict_object');
    case 'array':
      return { type: 'array', items: schema.item ? jsonSchemaOf(schema.item) : {} };
    case 'union':
      return listOf(schema.options ?? []);
    case 'picklist':
      return { type: 'string', enum: [...(schema.options ?? [])] };
    case 'literal':
      return { enum: [schema.literal] };
    case 'nullable':
    case 'nullish':
      return { ...(schema.wrapped && jsonSchemaOf(schema.wrapped)), nullable: true };
    case 'optional':
    case 'exact_optional':
      return schema.wrapped ? jsonSchemaOf(schema.wrapped) : {};
    case 'unknown':
    case 'any':
      return {};
    default:
      throw new TypeError(`the contract's ${schema.type} has no description in JSON Schema yet`);
  }
}

/** What a pipe step adds to a schema's description. */
function stepOf({ type, requirement }: Described, isList: boolean): JsonSchema {
  const limit = typeof requirement === 'number' ? requirement : undefined;
  switch (type) {
    case 'integer':
      return { type: 'integer' };
    case 'min_value':
      return { minimum: limit };
    case 'max_value':
      return { maximum: limit };
    case 'min_length':
      return isList ? { minItems: limit } : { minLength: limit };
    case 'max_length':
    case 'max_bytes':
      return isList ? { maxItems: limit } : { maxLength: limit };
    case 'iso_date':
      return { format: 'date' };
    case 'iso_timestamp':
      return { format: 'date-time' };
    case 'regex':
      return requirement instanceof RegExp ? { pattern: requirement.source } : {};
    default:
      // JSON Schema has no keyword for what only code can check.
      return {};
  }
}

/**
 * A schema in the dialect of OpenAPI 3.0, so that requests and responses are described by the schemas that validate them.
 */
export function jsonSchemaOf(schema: object): JsonSchema {
  const described = schema as Described; // every schema of the library has this form
  const [first = described, ...steps] = described.pipe ?? [];
  const plain = plainSchemaOf(first);
  return Object.assign(plain, ...steps.map((step) => stepOf(step, plain.type === 'array')));
}
