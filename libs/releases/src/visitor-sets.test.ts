import { VISITOR_BUCKETS } from '@site/contracts';
import { createRandom } from '@site/sim';
import { bucketCount, canaryAppOf, resizeBuckets } from './visitor-sets.ts';

type Buckets = ReturnType<typeof resizeBuckets>;

const membersOf = (buckets: Buckets): ReadonlySet<number> =>
  new Set(buckets.flatMap(([from, to]) => Array.from({ length: to - from }, (_, index) => from + index)));

test('randomly changing shares never overlap, never move a visitor back while they grow, and are exact', () => {
  const random = createRandom(7);
  const rollouts: Buckets[] = [[], [], []];
  for (let step = 0; step < 300; step += 1) {
    const index = Math.floor(random() * 3);
    const own = rollouts[index] ?? [];
    const others = rollouts.filter((_, other) => other !== index).flat();
    const room = VISITOR_BUCKETS - bucketCount(others);
    const wanted = Math.floor(random() * (room + 1));
    const next = resizeBuckets(own, others, wanted, step);
    const [before, after] = [membersOf(own), membersOf(next)];
    expect(after.size).toBe(wanted);
    const smaller = before.size < after.size ? before : after;
    const larger = smaller === before ? after : before;
    expect([...smaller].every((bucket) => larger.has(bucket))).toBe(true);
    expect([...membersOf(others)].some((bucket) => after.has(bucket))).toBe(false);
    rollouts[index] = next;
  }
});

test('a share of 5% contains five percent of 100,000 visitors, within half a percentage point', () => {
  const buckets = resizeBuckets([], [], 500, 3);
  const entry = { kind: 'remote', previous: null, contract: null } as const;
  const pointer = { release: '0.1.0-aaaaaaaaaaaa', manifestIntegrity: 'x' };
  const canary = { ...pointer, since: 3, buckets, maxErrorRate: 0.02, contract: null };
  const apps = { eggs: { ...entry, killed: [], stable: pointer, canary } };
  const random = createRandom(11);
  const visitors = Array.from({ length: 100_000 }, () => Math.floor(random() * VISITOR_BUCKETS));
  const share = visitors.filter((bucket) => canaryAppOf(apps, bucket) === 'eggs').length / visitors.length;
  expect(Math.abs(share - 0.05)).toBeLessThan(0.005);
});

test('two consecutive rollouts do not start with the same visitors', () => {
  const [first, second] = [resizeBuckets([], [], 500, 8), resizeBuckets([], [], 500, 9)].map(membersOf);
  expect([...(first ?? [])].some((bucket) => second?.has(bucket))).toBe(false);
});

test('a share that the other canaries leave no room for is refused, and the message says what is left', () => {
  expect(() => resizeBuckets([], [[0, 9_000]], 1_500, 1)).toThrow('at most 10% are left');
});
