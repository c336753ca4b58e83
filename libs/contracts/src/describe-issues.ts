import * as v from 'valibot';

/** One sentence per invalid field: where it is and what is wrong with it. */
export function describeIssues(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  return issues.map((issue) => `${v.getDotPath(issue) ?? '(whole document)'}: ${issue.message}`).join('; ');
}
