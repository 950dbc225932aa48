import { sql } from 'drizzle-orm'
import { hours, minutes } from '#app/kernel/limits.ts'
import * as attempts from '#app/platform/rows/attempts.server.ts'
import * as idempotency from '#app/platform/rows/idempotency.server.ts'
import * as setAside from '#app/platform/rows/set-aside.server.ts'
import * as viewer from '#app/platform/rows/viewer-ref.server.ts'
import { testStatements } from './statement.ts'
import { NOW } from './world.ts'

const rule = { kind: 'k', subject: 's', windowMs: 100, max: 2 }
const other = { kind: 'o', subject: 't', windowMs: 100, max: 1 }
const first = { kind: 'k', subject: 's', at: NOW - 1, id: 1 }
const edge = { kind: 'k', subject: 's', at: NOW - 99, id: 2 }
const unlike = [
  { ...first, kind: 'z', at: NOW },
  { ...first, subject: 'z', at: NOW },
  { ...first, at: NOW - 5000 },
]
const backoff = { kind: 'k', subject: 's', windowMs: 5000, max: 1, maxWaitMs: 9000 }

testStatements(attempts, {
  claimAttempt: {
    run: (db) =>
      attempts.claimAttempt(db, [rule], NOW, {
        others: [other],
        also: sql`exists (select 1 from users where id = 'usr_1')`,
      }),
    rows: { attempts: first, users: {} },
    with: [{ attempts: edge }, { attempts: { kind: 'o', subject: 't', at: NOW - 99, id: 3 } }],
    is: [
      'users(id+-) < attempts(at+)',
      'with attempts(kind+- subject+- at-)',
      'with attempts(kind+- subject+- at-)',
    ],
  },
  takeAttempt: '`claimAttempt`, then `longestWait`',
  countAttempts: {
    run: (db) => attempts.countAttempts(db, rule, NOW),
    rows: { attempts: [first, edge] },
    // Older ones leave nothing to wait for.
    same: ['"at" >'],
    is: 'attempts(kind+- subject+-) attempts.1(kind+- subject+- at-) ~ attempts.1(at+)',
  },
  longestWait: 'as `countAttempts`',
  giveBackAttempt: {
    run: (db) => attempts.giveBackAttempt(db, [{ ...rule, place: 'car_1' }], NOW),
    rows: { attempts: { ...first, at: NOW, place: 'car_1' } },
    is: 'attempts(kind+- subject+- at+- place+-0)',
  },
  takeBackoff: [
    {
      run: async (db) => (await attempts.takeBackoff(db, [backoff], NOW)) === 0,
      rows: { attempts: [{ ...first, at: NOW - 1000 }, ...unlike] },
      is: 'same: attempts(at+) attempts.3(at+)',
    },
    {
      run: (db) => attempts.takeBackoff(db, [backoff], NOW),
      rows: { attempts: [{ ...first, at: NOW - 999 }, ...unlike] },
      is: 'other: ~ attempts(kind+- subject+- at+-) attempts.3(at+)',
    },
  ],
  clearAttempts: {
    run: (db) => attempts.clearAttempts(db, 'k', 's'),
    rows: { attempts: first },
    is: 'attempts(kind+- subject+-)',
  },
  clearAttemptsWithParts: {
    run: (db) => attempts.clearAttemptsWithParts(db, 'k', 's'),
    rows: { attempts: first },
    also: [{ attempts: { subject: 's.1' } }, { attempts: { subject: 's/' } }],
    is: [
      'attempts(kind+- subject+-)',
      'attempts(kind+- subject-) > others',
      'same: attempts(subject-)',
    ],
  },
  attemptsOf: {
    run: (db) => attempts.attemptsOf(db, rule, NOW),
    rows: { attempts: edge },
    is: 'attempts(kind+- subject+- at-)',
  },
  deleteAttemptsBefore: {
    run: (db) => attempts.deleteAttemptsBefore(db, NOW),
    rows: { attempts: first },
    is: 'attempts(at+) > others',
  },
})

const name = { userId: 'usr_1', key: 'k' }

testStatements(idempotency, {
  claimKey: 'no condition',
  takeOverKey: {
    run: (db) => idempotency.takeOverKey(db, name, NOW - 5, NOW),
    rows: { idempotencyKeys: { key: 'k', createdAt: NOW - 5 } },
    is: 'idempotencyKeys(userId+- key+- status! createdAt+)',
  },
  findKey: {
    run: (db) => idempotency.findKey(db, name),
    rows: { idempotencyKeys: { key: 'k' } },
    is: 'idempotencyKeys(userId+- key+-)',
  },
  keepAnswer: {
    run: (db) => idempotency.keepAnswer(db, { ...name, status: 200, body: 'b' }),
    rows: { idempotencyKeys: { key: 'k' } },
    is: 'idempotencyKeys(userId+- key+-)',
  },
  releaseKey: {
    run: (db) => idempotency.releaseKey(db, name),
    rows: { idempotencyKeys: { key: 'k' } },
    is: 'idempotencyKeys(userId+- key+-)',
  },
  forgetKeysBefore: {
    run: (db) => idempotency.forgetKeysBefore(db, NOW),
    rows: { idempotencyKeys: { createdAt: NOW - 1 } },
    is: 'idempotencyKeys(createdAt+) > others',
  },
})

const failed = { kind: 'undone-texts', subject: 'x' }
const twice = [
  { ...failed, at: NOW - minutes(1) + 1 },
  { ...failed, at: NOW - hours(3) + 1, id: 2 },
]

testStatements(setAside, {
  isNotSetAside: {
    run: (db) =>
      db.get(sql`select ${setAside.isNotSetAside('texts', sql`'x'`, NOW)} as may_be_taken`),
    rows: { attempts: { ...failed, at: NOW - minutes(0.5) } },
    also: [{ attempts: twice }],
    withShared: true,
    is: [
      'same: attempts(at+)',
      'gone: attempts(kind+- subject+- at-) attempts.1(kind+- subject+- at-)',
    ],
  },
  listSetAside: {
    run: (db) => setAside.listSetAside(db, 'texts', NOW),
    rows: { attempts: twice },
    withShared: true,
    is: 'attempts(kind+- subject+- at-) attempts.1(kind+- subject+- at-) > others',
  },
  setAside: 'no condition',
})

const session = { tokenHash: 't', expiresAt: NOW + 1 }

testStatements(viewer, {
  idOf: {
    run: (db) => db.get(sql`select ${viewer.idOf(db, { tokenHash: 't' })} as id`),
    rows: { sessions: session },
    is: 'sessions(tokenHash+-)',
  },
  isLive: 'a part of `isKnown`',
  isKnown: {
    run: (db) => db.get(sql`select ${viewer.isKnown(db, { tokenHash: 't' }, NOW)} as is_known`),
    rows: { sessions: session, users: {} },
    is: 'sessions(tokenHash+- userId+- expiresAt-) users(id+- closedAt! suspendedAt!)',
  },
})
