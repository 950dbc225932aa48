import * as trips from '#app/trip/rows/trips.server.ts'
import { testStatements } from './statement.ts'
import { NOW, rowOf, TODAY } from './world.ts'

const trip = {
  id: 'trip_1',
  kind: 'trip',
  status: 'OPEN',
  listed: true,
  nameText: 'a',
  cutoffAt: NOW + 1,
  endDay: TODAY,
}
const viewer = { id: 'usr_1' as const }
const place = { groupId: 'trip_1', seat: 'taken' }
/** Of another trip, of another student, not paid, and left. */
const strangers = [
  { ...place, id: 'par_2', groupId: 'trip_2' },
  { ...place, id: 'par_3', userId: 'usr_2' },
  { ...place, id: 'par_4', seat: 'held', leaving: 'unpaid' },
  { ...place, id: 'par_5', seat: 'gone', leaving: 'exited' },
]
const owed = { subjectId: 'trip_1', missing: 1, purpose: 'deposit' }
const page = { today: NOW, after: null, limit: 9 }
const texts = rowOf('tripTexts', { version: 1 }) as never
const entry = { at: NOW, adminId: 'adm_1', action: 'x', subject: 'x' } as never

testStatements(trips, {
  listTrips: [
    {
      run: (db) => trips.listTrips(db, { ...page, name: 'a', date: TODAY }, viewer),
      rows: { groups: trip, participants: strangers, tripTexts: {} },
      also: [
        { groups: { status: 'FULL' } },
        { participants: [{ groupId: 'trip_1' }] },
        { groups: { listed: false }, participants: [{ groupId: 'trip_1' }] },
        {
          groups: { listed: false },
          participants: [{ groupId: 'trip_1', seat: 'gone', leaving: 'unpaid' }],
        },
      ],
      is: [
        'groups(kind=trip status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED departureDay+ cutoffAt- listed! nameText-0 endDay-0) > others ~ groups(id+- needsFlight!) participants.2(seat=held|lapsing) participants.3(seat=held|lapsing|gone leaving=expired|cutoff|givenUp|exited|dayOver|departed|converted|moved) tripTexts(tripId+-)',
        'groups(kind=trip status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED departureDay+ cutoffAt- listed! nameText-0 endDay-0) > others ~ groups(id+- needsFlight!) participants.2(seat=held|lapsing) participants.3(seat=held|lapsing|gone leaving=expired|cutoff|givenUp|exited|dayOver|departed|converted|moved) tripTexts(tripId+-)',
        'groups(kind=trip departureDay+ nameText-0 endDay-0) > others ~ groups(id+- needsFlight!) participants(groupId+- userId+- seat=taken) tripTexts(tripId+-)',
        'groups(kind=trip id+- departureDay+ nameText-0 endDay-0) participants(groupId+- userId+- seat=taken) ~ groups(needsFlight!) tripTexts(tripId+-)',
        'groups(kind=trip id+- departureDay+ nameText-0 endDay-0) participants(groupId+- userId+- seat=taken|gone leaving=cancelled|refunded|unpaid|groupCancelled) ~ groups(needsFlight!) tripTexts(tripId+-)',
      ],
    },
    {
      run: (db) =>
        trips.listTrips(
          db,
          { ...page, tab: 'start', after: { rank: 0, at: NOW + 1, id: 'trip_' } },
          viewer,
        ),
      rows: { groups: trip, participants: strangers, tripTexts: {} },
      also: [{ groups: { status: 'FULL' } }],
      // A place of one's own is never here.
      same: ['"seat" = ?'],
      with: [
        { participants: place },
        { participants: { ...place, seat: 'gone', leaving: 'unpaid' } },
      ],
      is: [
        'groups(kind=trip id- status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED cutoffAt- listed!) participants.2(seat=held|lapsing) participants.3(seat=held|lapsing|gone leaving=expired|cutoff|givenUp|exited|dayOver|departed|converted|moved) > others ~ groups(id+ needsFlight!) tripTexts(tripId+-)',
        'groups(kind=trip status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED|CLOSED cutoffAt- listed!) participants.2(seat=held|lapsing) participants.3(seat=held|lapsing|gone leaving=expired|cutoff|givenUp|exited|dayOver|departed|converted|moved) > others ~ groups(id+- needsFlight!) tripTexts(tripId+-)',
        'with participants(groupId+- userId+- seat=taken)',
        'with participants(groupId+- userId+- seat=taken|gone leaving=cancelled|refunded|unpaid|groupCancelled)',
      ],
    },
    {
      run: (db) =>
        trips.listTrips(
          db,
          { ...page, tab: 'end', after: { rank: 0, at: NOW + 1, id: 'trip_1x' } },
          viewer,
        ),
      rows: { groups: trip, participants: [place, ...strangers], tripTexts: {} },
      also: [
        { participants: [{ seat: 'gone', leaving: 'unpaid' }] },
        { groups: { id: 'trip_1x' }, participants: [{ groupId: 'trip_1x' }] },
      ],
      is: [
        'groups(kind=trip id+- cutoffAt+) participants(groupId+- userId+- seat=taken) > participants.3(seat=held|lapsing) participants.4(seat=held|lapsing|gone leaving=expired|cutoff|givenUp|exited|dayOver|departed|converted|moved) ~ groups(needsFlight!) tripTexts(tripId+-)',
        'groups(kind=trip id+- cutoffAt+) participants(groupId+- userId+- seat=taken|gone leaving=cancelled|refunded|unpaid|groupCancelled) ~ groups(needsFlight!) tripTexts(tripId+-)',
        'same: groups(cutoffAt-)',
      ],
    },
  ],
  selectTrip: {
    run: (db) => trips.selectTrip(db, 'trip_1', viewer),
    rows: {
      groups: trip,
      participants: [place, ...strangers],
      tripTexts: {},
      failedRefunds: owed,
    },
    also: [{ participants: [{ seat: 'gone', leaving: 'unpaid' }] }],
    is: [
      'groups(kind=trip id+-) > participants.3(seat=held|lapsing) participants.4(seat=held|lapsing|gone leaving=expired|cutoff|givenUp|exited|dayOver|departed|converted|moved) ~ groups(needsFlight!) participants(id+- groupId+- userId+- seat=taken) tripTexts(tripId+-) failedRefunds(subjectId+- participantId+-0 purpose=deposit settledAt!)',
      'groups(kind=trip id+-) ~ groups(needsFlight!) participants(id+- groupId+- userId+- seat=taken|gone leaving=cancelled|refunded|unpaid|groupCancelled) tripTexts(tripId+-) failedRefunds(subjectId+- participantId+-0 purpose=deposit settledAt!)',
    ],
  },
  selectTripTexts: {
    run: (db) => trips.selectTripTexts(db, 'trip_1'),
    rows: { tripTexts: {} },
    is: 'tripTexts(tripId+-)',
  },
  findTripTexts: 'as `selectTripTexts`',
  putTripTexts: {
    run: (db) => trips.putTripTexts(db, texts, 1),
    rows: { tripTexts: { version: 1 } },
    is: 'tripTexts(tripId+- version+-)',
  },
  decideTripTexts: {
    run: (db) =>
      trips.decideTripTexts(db, {
        tripId: 'trip_1',
        seen: 1,
        state: 'approved',
        reason: null,
        entry,
        notice: null,
      }),
    rows: { tripTexts: { version: 1, state: 'waiting' } },
    is: 'tripTexts(tripId+- version+-)',
  },
  textsWait: 'a part of `countWaitingTexts`',
  countWaitingTexts: {
    run: (db) => trips.countWaitingTexts(db, NOW),
    rows: { tripTexts: { state: 'waiting' }, groups: { ...trip, departureAt: NOW + 1 } },
    is: 'tripTexts(tripId+- state=waiting) groups(id+- departureAt- listed!) ~ others',
  },
  listTripTextsOf: {
    run: (db) => trips.listTripTextsOf(db, 'usr_1'),
    rows: { tripTexts: {} },
    is: 'tripTexts(userId+-)',
  },
})
