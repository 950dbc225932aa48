import * as list from '#app/carpool/rows/carpool-list.server.ts'
import * as carpools from '#app/carpool/rows/carpools.server.ts'
import { WISH_TOLERANCE_MS } from '#app/kernel/limits.ts'
import { testStatements } from './statement.ts'
import { NOW, rowOf } from './world.ts'

const car = {
  kind: 'carpool',
  status: 'OPEN',
  listed: true,
  tripType: 'PICKUP',
  airportId: 'air_1',
  departureAt: NOW,
  maxPassengers: 5,
  currentPassengers: 3,
}
const place = { seat: 'taken' }
const viewer = { id: 'usr_1' as const }
const held = { seat: 'held' }
const offered = {
  participants: held,
  waits: [
    { userId: 'usr_0', people: 9, offeredUntil: NOW },
    { people: 2, offeredUntil: NOW },
  ],
}
const page = {
  tripType: 'PICKUP' as const,
  airports: ['air_1' as const],
  from: NOW,
  before: NOW + 1,
  after: null,
  limit: 9,
}
const many = { ...page, airports: ['air_1', 'air_2'] as const }

testStatements(list, {
  listCarpools: [
    {
      run: (db) => list.listCarpools(db, page, viewer),
      rows: { groups: car, participants: place },
      also: [{ groups: { status: 'FULL' } }, offered, { groups: { status: 'FULL' }, ...offered }],
      is: [
        'groups(status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED departureAt+- listed! tripType=PICKUP airportId+-0) ~ groups(id+-) participants(groupId+- userId+- seat=taken)',
        'groups(status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED departureAt+- listed! tripType=PICKUP airportId+-0) ~ groups(id+-) participants(groupId+- userId+- seat=taken)',
        'groups(status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED departureAt+- listed! tripType=PICKUP airportId+-0) ~ groups(id+-) participants(groupId+- userId+- seat=held|lapsing party.people+-) waits.1(groupId+- userId+- people+- offeredUntil0)',
        'groups(status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED departureAt+- listed! tripType=PICKUP airportId+-0) ~ groups(id+-) participants(groupId+- userId+- seat=held|lapsing party.people+-) waits.1(groupId+- userId+- people+- offeredUntil0)',
      ],
    },
    {
      run: (db) => list.listCarpools(db, { ...page, status: 'OPEN' }, null),
      rows: { groups: car },
      is: 'groups(status=OPEN departureAt+- listed! tripType=PICKUP airportId+-0)',
    },
    {
      run: (db) =>
        list.listCarpools(db, { ...page, after: { rank: 0, at: NOW, id: 'car_' } }, null),
      rows: { groups: car },
      also: [{ groups: { status: 'FULL' } }],
      is: [
        'groups(id- status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED departureAt+- listed! tripType=PICKUP airportId+-0)',
        'groups(status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED departureAt+- listed! tripType=PICKUP airportId+-0)',
      ],
    },
    {
      run: (db) => list.listCarpools(db, many, viewer),
      rows: { groups: car, participants: place },
      also: [{ groups: { status: 'FULL' } }, offered, { groups: { status: 'FULL' }, ...offered }],
      // The positions that each lane begins at are no rows, and a status has one rank.
      same: ['taken IS NOT NULL', '> (queue.at, queue.id)', '= queue.rank'],
      is: [
        'groups(kind=carpool status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED departureAt+- listed! tripType=PICKUP airportId+-0) ~ groups(id+-) participants(groupId+- userId+- seat=taken)',
        'groups(kind=carpool status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED departureAt+- listed! tripType=PICKUP airportId+-0) ~ groups(id+-) participants(groupId+- userId+- seat=taken)',
        'groups(kind=carpool status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED departureAt+- listed! tripType=PICKUP airportId+-0) ~ groups(id+-) participants(groupId+- userId+- seat=held|lapsing party.people+-) waits.1(groupId+- userId+- people+- offeredUntil0)',
        'groups(kind=carpool status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED departureAt+- listed! tripType=PICKUP airportId+-0) ~ groups(id+-) participants(groupId+- userId+- seat=held|lapsing party.people+-) waits.1(groupId+- userId+- people+- offeredUntil0)',
      ],
    },
    {
      run: (db) =>
        list.listCarpools(
          db,
          { ...many, status: 'FULL', after: { rank: 1, at: NOW, id: 'car_' } },
          null,
        ),
      rows: { groups: { ...car, status: 'FULL' } },
      is: 'groups(kind=carpool id- status=FULL departureAt+- listed! tripType=PICKUP airportId+-0)',
    },
  ],
  countCarpools: {
    run: (db) =>
      list.countCarpools(db, {
        tripType: 'PICKUP',
        airports: ['air_1'],
        spans: [{ day: '2026-01-10', from: NOW, before: NOW + 1 }],
      }),
    rows: { groups: car },
    is: 'other: ~ groups(status=OPEN departureAt+- listed! tripType=PICKUP airportId+-0)',
  },
})

const row = (given: object) => rowOf('groups', { ...car, ...given }) as never
const wish = {
  tripType: 'PICKUP',
  people: 2,
  fromAt: NOW + WISH_TOLERANCE_MS,
  toAt: NOW + 2 * WISH_TOLERANCE_MS,
}

testStatements(carpools, {
  joinedBy: 'a part of `selectCarpool`',
  offeredTo: 'a part of `selectCarpool`',
  selectCarpool: {
    run: (db) => carpools.selectCarpool(db, 'car_1', viewer),
    rows: {
      groups: car,
      participants: [
        { ...place, party: { people: 2, bigLuggage: 3, smallLuggage: 4 } },
        { ...held, id: 'par_2', party: { people: 3 } },
        { ...held, id: 'par_3', party: { bigLuggage: 1 } },
        { ...held, id: 'par_4', party: { smallLuggage: 1 } },
        { ...place, id: 'par_5', groupId: 'car_2', party: {} },
      ],
    },
    also: [
      { participants: [{ ...held, party: {} }], waits: offered.waits },
      { participants: [{ ...held, party: { people: 1 } }], waits: offered.waits },
    ],
    is: [
      'groups(kind=carpool id+-) ~ participants(groupId+- userId+- seat=taken) participants.1(seat=held|lapsing|gone) participants.2(seat=held|lapsing|gone) participants.3(seat=held|lapsing|gone)',
      'groups(kind=carpool id+-) ~ participants(seat=held|lapsing|gone) waits.1(groupId+- userId+- offeredUntil0)',
      'groups(kind=carpool id+-) ~ participants(groupId+- userId+- seat=held|lapsing party.people+-) waits.1(groupId+- userId+- people+- offeredUntil0)',
    ],
  },
  listPlaces: {
    run: (db) => carpools.listPlaces(db, viewer),
    rows: {
      participants: place,
      groups: { kind: 'carpool' },
      failedRefunds: { missing: 1, purpose: 'deposit' },
    },
    also: [{ participants: { seat: 'gone', leaving: 'exited' } }],
    is: [
      'participants(groupId+- userId+- seat=taken|held|lapsing) groups(kind=carpool id+-) ~ participants(id+-) failedRefunds(subjectId+- participantId+-0 purpose=deposit settledAt!)',
      'participants(groupId+- userId+- leaving=exited|cancelled|dayOver|departed|converted|refunded|unpaid|groupCancelled) groups(kind=carpool id+-) ~ participants(id+-) failedRefunds(subjectId+- participantId+-0 purpose=deposit settledAt!)',
    ],
  },
  openingOf: [
    {
      run: (db) => carpools.openingOf(db, row({}), NOW)[0],
      rows: {},
      with: [{ groups: car }],
      is: ['same:', 'with groups(id+- status=OPEN currentPassengers+ listed!)'],
    },
  ],
  endWishes: [
    {
      run: (db) => carpools.endWishes(db, { userId: 'usr_1', participantId: 'par_1' }),
      rows: { wishes: wish, participants: { party: { people: 2 } }, groups: car },
      also: [{ wishes: { fromAt: NOW - 2 * WISH_TOLERANCE_MS, toAt: NOW - WISH_TOLERANCE_MS } }],
      is: [
        'wishes(userId+- tripType=PICKUP airportId+- fromAt+ people+) participants(id+- groupId+- party.people-) groups(id+- departureAt- tripType=PICKUP airportId+-0)',
        'wishes(userId+- tripType=PICKUP airportId+- toAt- people+) participants(id+- groupId+- party.people-) groups(id+- departureAt+ tripType=PICKUP airportId+-0)',
      ],
    },
  ],
  listNextCars: [
    {
      run: (db) =>
        carpools.listNextCars(db, {
          tripType: 'PICKUP',
          airportId: 'air_1',
          except: 'car_1x',
          people: 2,
          from: NOW,
          before: NOW + 1,
        }),
      rows: { groups: car },
      is: 'groups(id+ status=OPEN|SUCCESS_PENDING_PAYMENT|SUCCESS currentPassengers+ maxPassengers- private! departureAt+- tripType=PICKUP airportId+-0)',
    },
  ],
})
