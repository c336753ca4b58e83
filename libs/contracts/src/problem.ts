import * as v from 'valibot';

/** Body of every error response. Routes that call USDA add `apiKeyConfigured`. */
export const ApiProblemSchema = v.object({
  error: v.string(),
  code: v.string(),
  requestId: v.string(),
  /** What is wrong and what to do about it. */
  details: v.optional(v.string()),
  apiKeyConfigured: v.optional(v.boolean()),
});

export type ApiProblem = v.InferOutput<typeof ApiProblemSchema>;
