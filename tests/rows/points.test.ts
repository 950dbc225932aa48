import * as points from '#app/account/rows/points.server.ts'
import { testStatements } from './statement.ts'
import { NOW } from './world.ts'

const operation = { operationId: 'op', userId: 'usr_1' as const, now: NOW }
const params = { airportZh: 'a', airportEn: 'b', carpoolAt: NOW }
const approved = { accountType: 'MEMBER', auth: 'APPROVED' }
const earned = { id: 'pts_1', operationId: 'earn', points: 5 }
const took = { id: 'pts_2', operationId: 'op', points: -2 }
const returned = { id: 'pts_3', operationId: 'back:op', points: 0 }
const given = { id: 'pts_4', operationId: 'allocated:adm_1:', createdAt: NOW + 1, points: 6 }
/** One of an administrator's, and others that do not count. */
const hers = [
  given,
  { ...given, id: 'pts_5', operationId: 'allocated:adm_0:1' },
  { ...given, id: 'pts_6', operationId: 'allocated:adm_1;' },
  { ...given, id: 'pts_7', operationId: 'allocated:adm_1:22', createdAt: NOW },
  { ...given, id: 'pts_8', operationId: 'allocated:adm_1:33', points: -3 },
]
const allowance = { by: 'adm_1' as const, since: NOW, maxGiven: 10 }
const give = (amount: number) => ({ ...operation, points: amount, description: 'd' })

testStatements(points, {
  selectBalance: {
    run: (db) => points.selectBalance(db, { id: 'usr_1' }),
    rows: { pointsLedger: earned },
    is: 'pointsLedger(userId+-)',
  },
  reservePoints: [
    {
      run: (db) => points.reservePoints(db, { ...operation, points: 5, params }),
      rows: { users: { ...approved, pointsFrom: NOW }, pointsLedger: earned },
      with: [{ pointsLedger: returned }],
      is: [
        'users(id+- accountType=MEMBER auth=APPROVED pointsFrom+) pointsLedger(userId+- points-)',
        'with pointsLedger(operationId+-)',
      ],
    },
    {
      run: (db) => points.reservePoints(db, { ...operation, points: 2, params }),
      rows: { pointsLedger: took },
      with: [{ pointsLedger: returned }],
      is: [
        'pointsLedger(userId+- operationId+-) ~ pointsLedger(points+-)',
        'with pointsLedger(operationId+-)',
      ],
    },
  ],
  returnPoints: [
    {
      run: (db) => points.returnPoints(db, operation),
      rows: { users: {}, pointsLedger: [earned, took] },
      is: 'users(id+-) ~ pointsLedger.1(userId+- operationId+- points+-)',
    },
    {
      run: (db) => points.returnPoints(db, operation),
      rows: { users: {}, pointsLedger: [earned, { ...took, points: 0, params: { a: 1 } }] },
      is: 'users(id+-) ~ pointsLedger.1(userId+- operationId+- points+-)',
    },
  ],
  earnPoints: [
    {
      run: (db) => points.earnPoints(db, { ...operation, points: 5, params }),
      rows: { users: approved },
      with: [{ pointsLedger: returned }],
      is: ['users(id+- accountType=MEMBER auth=APPROVED)', 'with pointsLedger(operationId+-)'],
    },
    {
      run: (db) => points.earnPoints(db, { ...operation, points: 0, params }),
      rows: { users: approved },
      is: 'same:',
    },
  ],
  losePoints: [
    {
      run: (db) => points.losePoints(db, operation),
      rows: { users: {}, pointsLedger: [earned, { ...took, points: 5 }] },
      is: 'users(id+-) ~ pointsLedger.1(userId+- operationId+- points+-)',
    },
    {
      run: (db) => points.losePoints(db, operation),
      rows: {
        users: {},
        pointsLedger: [
          { ...earned, points: -2 },
          { ...took, points: 5 },
        ],
      },
      is: 'users(id+-) ~ pointsLedger(userId+- points+-) pointsLedger.1(userId+- operationId+- points+-)',
    },
    {
      run: (db) => points.losePoints(db, operation),
      rows: { users: {}, pointsLedger: [earned, { ...took, points: 0, params: { a: 1 } }] },
      is: 'users(id+-) ~ pointsLedger.1(userId+- operationId+- points+)',
    },
  ],
  allocationOf: 'no statement',
  pointsGivenSince: {
    run: (db) => points.pointsGivenSince(db, 'adm_1', NOW),
    rows: { pointsLedger: hers },
    same: ['edge >=: "points_ledger"."points"'],
    is: 'pointsLedger(operationId- createdAt-) ~ pointsLedger.3(createdAt+) others',
  },
  sumPoints: {
    run: (db) => points.sumPoints(db),
    rows: { users: {}, pointsLedger: earned },
    is: 'users(id+- closedAt!) pointsLedger(userId+-) ~ others',
  },
  pointsAllocation: [
    {
      run: (db) => points.pointsAllocation(db, give(4), allowance),
      rows: {
        users: approved,
        pointsLedger: [...hers, { id: 'pts_9', operationId: 'spent', points: -25 }],
      },
      same: ['edge >=: "points_ledger"."points"'],
      is: 'users(id+- accountType=MEMBER auth=APPROVED closedAt!) pointsLedger(userId+- points+-) pointsLedger.1(userId+- points-) pointsLedger.2(userId+- points-) pointsLedger.3(userId+- points- createdAt+) pointsLedger.4(points-) pointsLedger.5(points-)',
    },
    {
      run: (db) => points.pointsAllocation(db, give(-5), allowance),
      rows: { users: {}, pointsLedger: earned },
      is: 'users(id+- closedAt!) pointsLedger(userId+- points-)',
    },
  ],
  findSpendablePoints: {
    run: (db) => points.findSpendablePoints(db, 'usr_1', NOW, 'op'),
    rows: { users: { ...approved, pointsFrom: NOW }, pointsLedger: [earned, took] },
    also: [{ pointsLedger: [earned, took, returned] }],
    is: [
      'users(id+- accountType=MEMBER auth=APPROVED pointsFrom+) pointsLedger(userId+-) ~ pointsLedger.1(operationId+-)',
      'users(id+- accountType=MEMBER auth=APPROVED pointsFrom+) ~ pointsLedger(userId+- points+-) pointsLedger.1(userId+- points+-) pointsLedger.2(operationId+- points+-)',
    ],
  },
  listPoints: [
    {
      run: (db) =>
        points.listPoints(
          db,
          { id: 'usr_1' },
          { type: 'all', after: { createdAt: NOW, id: 'pts_1x' }, limit: 9 },
        ),
      rows: { pointsLedger: { ...earned, points: 1 } },
      is: 'pointsLedger(id+ userId+- points- createdAt+)',
    },
    {
      run: (db) =>
        points.listPoints(db, { id: 'usr_1' }, { type: 'earned', after: null, limit: 9 }),
      rows: { pointsLedger: { points: 1 } },
      is: 'pointsLedger(userId+- points-)',
    },
    {
      run: (db) => points.listPoints(db, { id: 'usr_1' }, { type: 'spent', after: null, limit: 9 }),
      rows: { pointsLedger: { points: -1 } },
      is: 'pointsLedger(userId+- points+)',
    },
  ],
})
