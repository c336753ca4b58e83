import * as v from 'valibot';

/** One sentence per wrong field: where it is, what is wrong with it. */
export function describeIssues(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  return issues.map((issue) => `${v.getDotPath(issue) ?? '(whole document)'}: ${issue.message}`).join('; ');
}
