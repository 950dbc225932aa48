import { CUTOFF_BEFORE_DEPARTURE_MS, DRIVE_UNTIL_MS, RIDE_SMS_LATE_MS } from '#app/kernel/limits.ts'
import * as taskFacts from '#app/notices/rows/task-facts.server.ts'
import * as balances from '#app/reminders/rows/balances-due.server.ts'
import * as deadlines from '#app/reminders/rows/deadlines-due.server.ts'
import * as due from '#app/reminders/rows/reminders-due.server.ts'
import * as tasks from '#app/reminders/rows/tasks.server.ts'
import * as texts from '#app/reminders/rows/text-messages.server.ts'
import { testStatements } from './statement.ts'
import { aside, NOW } from './world.ts'

const window = { from: NOW, until: NOW + 1 }
const taken = { seat: 'taken' }
const group = { kind: 'carpool', status: 'SUCCESS', departureAt: NOW + 1 }
const trip = { id: 'trip_1', kind: 'trip', status: 'OPEN', listed: true }

testStatements(due, {
  listSeats: [
    {
      run: (db) => due.listSeats(db, window),
      rows: {
        groups: {
          kind: 'carpool',
          status: 'OPEN',
          listed: true,
          tripType: 'PICKUP',
          departureAt: NOW + 1 + CUTOFF_BEFORE_DEPARTURE_MS,
          currentPassengers: 4,
          maxPassengers: 5,
        },
        participants: taken,
      },
      with: [{ notices: { id: 'seatsFree:par_1' } }, aside('seats', 'par_1')],
      is: [
        'groups(kind=carpool id+- status=OPEN currentPassengers+ maxPassengers- departureAt+- listed! tripType0) participants(groupId+- seat=taken) > others',
        'with notices(id+-)',
        'with attempts(kind+- subject+-)',
      ],
    },
    {
      run: (db) => due.listSeats(db, window),
      rows: {
        groups: { ...trip, cutoffAt: NOW + 1, currentPassengers: 4, maxPassengers: 5 },
        participants: { ...taken, groupId: 'trip_1' },
      },
      is: 'groups(kind=trip id+- status=OPEN currentPassengers+ maxPassengers- cutoffAt+- listed!) participants(groupId+- seat=taken) > others',
    },
  ],
  listRides: {
    run: (db) => due.listRides(db, { ...window, notifiedBefore: NOW }),
    rows: {
      groups: group,
      participants: { ...taken, ride: { version: 3 } },
      notices: { id: 'carAssigned:par_1:3', createdAt: NOW },
    },
    also: [{ notices: { id: 'carChanged:par_1:3' } }],
    with: [{ notices: { id: 'rideSoon:par_1' } }, aside('rides', 'par_1')],
    is: [
      'groups(id+- status=SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE departureAt+- departureDay+-) participants(id+- groupId+- seat=taken ride.version+- ride0) notices(id+- createdAt+)',
      'groups(id+- status=SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE departureAt+- departureDay+-) participants(id+- groupId+- seat=taken ride.version+- ride0) notices(id+- createdAt+)',
      'with notices(id+-)',
      'with attempts(kind+- subject+-)',
    ],
  },
})

const owes = { ...taken, paymentStatus: 'DEPOSIT', originalRemaining: 1, createdAt: NOW }
const reminded = { now: NOW, ...window, notifiedBefore: NOW, about: ':a' }

testStatements(balances, {
  listBalances: {
    run: (db) => balances.listBalances(db, reminded),
    rows: {
      groups: { kind: 'carpool', status: 'SUCCESS_PENDING_PAYMENT', balanceDueAt: NOW + 1 },
      participants: owes,
    },
    also: [
      { groups: { kind: 'trip', status: 'SUCCESS' } },
      { groups: { status: 'PRIVATE_PENDING_PAYMENT' } },
    ],
    with: [
      { notices: { id: 'balanceDue:par_1:a' } },
      { notices: { id: 'groupComplete:par_1', createdAt: NOW + 1 } },
      { notices: { id: 'tripConfirmed:par_1', createdAt: NOW + 1 } },
      aside('balances', 'par_1'),
    ],
    is: [
      'groups(id+- status=SUCCESS_PENDING_PAYMENT|PRIVATE_PENDING_PAYMENT departureDay- balanceDueAt+-) participants(groupId+- seat=taken paymentStatus=DEPOSIT originalRemaining-0 autoPay! createdAt+) > others',
      'groups(kind=trip id+- status=SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT departureDay- balanceDueAt+-) participants(groupId+- seat=taken paymentStatus=DEPOSIT originalRemaining-0 autoPay! createdAt+) > others',
      'groups(id+- status=SUCCESS_PENDING_PAYMENT|PRIVATE_PENDING_PAYMENT departureDay- balanceDueAt+-) participants(groupId+- seat=taken paymentStatus=DEPOSIT originalRemaining-0 autoPay! createdAt+) > others',
      'with notices(id+-)',
      'with notices(id+- createdAt-)',
      'with notices(id+- createdAt-)',
      'with attempts(kind+- subject+-)',
    ],
  },
})

const place = { participantId: 'par_1', userId: 'usr_1', groupId: 'car_1' } as const
const notice = { code: 'renewalFailed', params: { participantId: 'par_1', carpoolId: 'car_1' } }
const ofGroup = { code: 'groupFailed', smsState: 'sent', params: { carpoolId: 'car_1' } }

testStatements(deadlines, {
  listDeadlines: {
    run: (db) => deadlines.listDeadlines(db, window),
    rows: {
      groups: { ...group, status: 'OPEN' },
      participants: taken,
      users: { rideTexts: true, emailNotices: false, emailConfirmedAt: 1 },
    },
    also: [
      { users: { emailNotices: true, emailConfirmedAt: null } },
      { users: { emailNotices: true }, emailStops: {} },
      { participants: { seat: 'out' } },
    ],
    // As its owner sees it: a confirmed place of a failed group.
    same: ['always true: "participants"."seat" = \'out\''],
    is: [
      'groups(id+- status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|FAILED|PRIVATE_PENDING_PAYMENT departureAt+- departureDay+-) participants(groupId+- userId+- seat=taken) users(id+- emailNotices! rideTexts! closedAt!) > others',
      'groups(id+- status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|FAILED|PRIVATE_PENDING_PAYMENT departureAt+- departureDay+-) participants(groupId+- userId+- seat=taken) users(id+- emailConfirmedAt! rideTexts! closedAt!) > others',
      'groups(id+- status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|FAILED|PRIVATE_PENDING_PAYMENT departureAt+- departureDay+-) participants(groupId+- userId+- seat=taken) users(id+- emailKey+- rideTexts! closedAt!) emailStops(emailKey+-) > others',
      'groups(id+- status=OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|FAILED|PRIVATE_PENDING_PAYMENT departureAt+- departureDay+-) participants(groupId+- userId+- seat=taken) users(id+- emailNotices! rideTexts! closedAt!) > others ~ participants(seat=held|lapsing|gone)',
    ],
  },
  askForText: {
    run: (db) => deadlines.askForText(db, place, 'deposit', NOW),
    rows: { notices: { ...notice, createdAt: NOW } },
    with: [
      { notices: { ...notice, id: 'ntc_2', smsState: 'dropped' } },
      { notices: [1, 2].map((n) => ({ ...ofGroup, id: `ntc_${n + 2}` })) },
    ],
    is: [
      'notices(userId+- code+- params.participantId+- smsState!) ~ notices(params.carpoolId+-)',
      'with notices(userId+- code+- params.participantId+- smsState0)',
      'with notices(userId+- code+- params.carpoolId+- smsState=waiting|claimed|sent|failed)',
    ],
  },
})

testStatements(taskFacts, {
  objectOf: 'a part of `selectTaskRows`',
  isTrue: 'a part of `selectTaskRows`',
})

testStatements(tasks, {
  selectTaskRows: [
    {
      run: (db) =>
        tasks.selectTaskRows(db, { viewer: { id: 'usr_1' }, now: NOW, startsAfter: NOW }),
      // Shown as it is, and as the owner of a place sees it.
      same: ['"renewal_failed"', '"seat" = \'out\''],
      rows: { groups: group, participants: { ...taken, ride: { progress: { mark: 'onBoard' } } } },
      is: 'groups(id+- departureAt-) participants(groupId+- userId+- seat=taken|held) ~ participants(ride.progress.mark+- ride0)',
    },
    {
      run: (db) =>
        tasks.selectTaskRows(db, { viewer: { id: 'usr_1' }, now: NOW, startsAfter: NOW }),
      rows: {
        groups: { ...group, departureAt: NOW },
        participants: taken,
        waits: { offeredUntil: NOW + 1 },
      },
      is: 'groups(id+-) waits(groupId+- userId+- offeredUntil-0) > groups(departureAt+) ~ participants(groupId+- userId+- seat=taken|held)',
    },
    {
      run: (db) =>
        tasks.selectTaskRows(db, { viewer: { id: 'usr_1' }, now: NOW, startsAfter: NOW }),
      rows: { orders: { payment: 'awaiting', payBefore: NOW + 1 } },
      is: 'orders(userId+- payment=awaiting payBefore-)',
    },
    {
      run: (db) =>
        tasks.selectTaskRows(db, { viewer: { id: 'usr_1' }, now: NOW, startsAfter: NOW }),
      rows: { requests: { payment: 'awaiting' } },
      is: 'requests(userId+- payment=awaiting)',
    },
  ],
})

const waiting = { code: 'carAssigned', smsState: 'waiting', smsAt: NOW }
const told = { smsState: 'sent', code: 'carAssigned', params: { participantId: 'par_1' } }
const late = {
  notices: {
    code: 'carAssigned',
    smsAt: NOW - RIDE_SMS_LATE_MS,
    params: { participantId: 'par_1', carpoolAt: NOW - DRIVE_UNTIL_MS + 1, version: 3 },
  },
  participants: { ...taken, ride: { version: 3 } },
}
const meets = { participantId: 'par_1', carpoolAt: NOW - 5, meetAt: NOW + 1, version: 3 }

testStatements(texts, {
  listDueSms: [
    {
      run: (db) => texts.listDueSms(db, { now: NOW, limit: 9 }, { kind: 'ride' }),
      rows: { notices: waiting, users: {}, emailStops: {} },
      with: [aside('texts', 'ntc_1')],
      is: [
        'notices(code+- smsState=waiting smsAt+0) > others ~ notices(userId+-) users(id+- emailKey+- rideTexts!) emailStops(emailKey+-)',
        'with attempts(kind+- subject+-)',
      ],
    },
    {
      run: (db) => texts.listDueSms(db, { now: NOW, limit: 9 }, { kind: 'deadline' }),
      rows: { notices: { ...waiting, code: 'other' }, users: {}, emailStops: {} },
      also: [{ notices: { code: 'carAssigned' } }],
      with: [aside('texts', 'ntc_1')],
      is: [
        'notices(smsState=waiting smsAt+0) > others ~ notices(userId+-) users(id+- emailKey+- rideTexts!) emailStops(emailKey+-)',
        'same: notices(code+-)',
        'with attempts(kind+- subject+-)',
      ],
    },
  ],
  claimSms: {
    run: (db) => texts.claimSms(db, { id: 'ntc_1', tries: 0 }, NOW),
    rows: { notices: waiting, users: { rideTexts: true } },
    is: 'notices(id+- userId+- smsState=waiting smsTries+-) users(id+- rideTexts!)',
  },
  endSms: {
    run: (db) =>
      texts.endSms(db, { id: 'ntc_1', tries: 0 }, 'claimed', { smsState: 'sent', smsAt: null }),
    rows: { notices: { ...waiting, smsState: 'claimed' } },
    is: 'notices(id+- smsState=claimed smsTries+-)',
  },
  skipWaitingSms: {
    run: (db) => texts.skipWaitingSms(db, 'ride'),
    rows: { notices: waiting },
    // It is for the index: what is due has a time.
    same: ['"sms_at" >'],
    is: 'notices(code+- smsState=waiting smsAt0) > others',
  },
  knowsCarBySms: {
    run: (db) => texts.knowsCarBySms(db, { userId: 'usr_1', participantId: 'par_1' }),
    rows: { notices: told },
    also: [{ notices: { smsState: 'claimed' } }],
    is: [
      'notices(userId+- code+- params.participantId+- smsState=claimed|sent)',
      'notices(userId+- code+- params.participantId+- smsState=claimed|sent)',
    ],
  },
  countUnsentSms: {
    run: (db) => texts.countUnsentSms(db, NOW),
    rows: late,
    also: [{ notices: { params: meets } }],
    is: [
      'notices(code+- params.participantId+- params.carpoolAt- params.version+- smsAt+0) participants(id+- seat=taken ride.version+- ride0) ~ others',
      'notices(code+- params.participantId+- params.meetAt- params.version+- smsAt+0) participants(id+- seat=taken ride.version+- ride0) ~ others',
    ],
  },
  listUnsentSms: {
    run: (db) => texts.listUnsentSms(db, 'car_1', NOW),
    rows: late,
    also: [{ notices: { params: meets } }],
    is: [
      'notices(code+- params.participantId+- params.carpoolAt- params.version+- smsAt+0) participants(id+- groupId+- seat=taken ride.version+- ride0) > others',
      'notices(code+- params.participantId+- params.meetAt- params.version+- smsAt+0) participants(id+- groupId+- seat=taken ride.version+- ride0) > others',
    ],
  },
})
