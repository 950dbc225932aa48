import * as corrections from '#app/console/rows/corrections.server.ts'
import * as messages from '#app/console/rows/messages.server.ts'
import * as notes from '#app/console/rows/notes.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { testStatements } from './statement.ts'
import { NOW, rowOf, TODAY } from './world.ts'

const NOBODY = { place: '', car: '', order: '', user: '', day: '', airport: '' }
const entry = {
  id: 'aud_9',
  at: NOW,
  adminId: 'adm_1',
  action: 'messageSent',
  subject: 'x',
} as const
const since = { subject: 'x', since: NOW, now: NOW }
const words = { zh: 'a', en: 'b', contact: 'c', sms: false }
const notice = rowOf('notices', { id: 'ntc_9' }) as never
const going = {
  users: {},
  groups: { departureAt: NOW - hours(12) + 1, kind: 'carpool' },
  participants: { seat: 'taken' },
}

testStatements(messages, {
  listPeople: [
    {
      run: (db) => messages.listPeople(db, { ...NOBODY, car: 'car_1' }, NOW),
      rows: going as never,
      is: 'users(id+- closedAt!) groups(id+- departureAt-) participants(groupId+- userId+- seat=taken) ~ users(rideTexts!) groups(kind=carpool departureAt+) participants(id+-)',
    },
    {
      run: (db) => messages.listPeople(db, { ...NOBODY, place: 'par_1' }, NOW),
      rows: going as never,
      is: 'users(id+- closedAt!) groups(id+- departureAt-) participants(id+- groupId+- userId+- seat=taken) ~ users(rideTexts!) groups(kind=carpool departureAt+)',
    },
    {
      run: (db) => messages.listPeople(db, { ...NOBODY, day: TODAY, airport: 'air_1' }, NOW),
      rows: going as never,
      is: 'users(id+- closedAt!) groups(id+- departureAt- departureDay+- airportId+-0) participants(groupId+- userId+- seat=taken) ~ users(rideTexts!) groups(kind=carpool departureAt+) participants(id+-)',
    },
    {
      run: (db) => messages.listPeople(db, { ...NOBODY, order: 'mail_1' }, NOW),
      rows: { users: {}, orders: {} },
      is: 'users(id+- closedAt!) orders(id+- userId+-) ~ users(rideTexts!) orders(kind=mail sendDate+-)',
    },
    {
      run: (db) => messages.listPeople(db, { ...NOBODY, user: 'usr_1' }, NOW),
      rows: { users: {} },
      is: 'users(id+- closedAt!) ~ users(rideTexts!)',
    },
  ],
  readAudience: {
    run: (db) => messages.readAudience(db, { ...NOBODY, user: 'usr_2' }, since),
    rows: { auditLog: { action: 'messageSent', subject: 'x', at: NOW } },
    // Who they are is `listPeople`.
    same: ['"users"."id" =', '"closed_at" is null'],
    is: 'auditLog(at- action+- subject+-)',
  },
  insertMessages: {
    run: (db) =>
      messages.insertMessages(db, { ...NOBODY, user: 'usr_1' }, entry, words, {
        since: NOW,
        max: 1,
      }),
    rows: { users: {} },
    with: [{ auditLog: { action: 'messageSent', subject: 'x', at: NOW } }],
    is: ['users(id+- closedAt!)', 'with auditLog(at- action+- subject+-)'],
    same: ['"closed_at" is null'],
  },
})

const identity = { name: 'n', phone: 'p', email: 'e@x.yz' }
const account = { ...identity, emailKey: 'e@x.yz', updatedAt: NOW - 9 }
const correction = {
  id: 'usr_1' as const,
  seen: identity,
  to: { name: 'm', phone: 'q', email: 'f@x.yz' },
  pointsFrom: NOW,
  entry,
  notice,
}
testStatements(corrections, {
  findIdentity: {
    run: (db) => corrections.findIdentity(db, 'usr_1'),
    rows: { users: {} },
    is: 'users(id+- closedAt!)',
  },
  correctIdentity: {
    run: (db) => corrections.correctIdentity(db, correction),
    rows: { users: account, sessions: {}, bookings: { pickUpAt: NOW + 1 } },
    with: [
      { users: { id: 'usr_9', phone: 'q' } },
      { users: { id: 'usr_9', emailKey: 'f@x.yz', emailConfirmedAt: 1 } },
    ],
    // Its own address is not taken.
    same: ['"other"."id" <>'],
    is: [
      'users(id+- phone+- email+- name+- closedAt!) < sessions(userId+-) bookings(userId+- pickUpAt-)',
      'with users(phone+-)',
      'with users(emailKey+- emailConfirmedAt-0)',
    ],
  },
})

const note = { id: 'note_9', text: 't', by: 'adm_1', at: NOW, tellOn: null } as const
testStatements(notes, {
  listNotes: [
    {
      run: (db) => notes.listNotes(db, 'par_1'),
      rows: { notes: { subjectId: 'par_1', groupId: 'car_2', userId: 'usr_2' } },
      same: ['"admins"."id" ='],
      is: 'notes(subjectId+-)',
    },
    {
      run: (db) => notes.listNotes(db, 'car_1'),
      rows: { notes: { subjectId: 'par_1', groupId: 'car_1', userId: 'usr_2' } },
      same: ['"admins"."id" ='],
      is: 'notes(groupId+-0)',
    },
    {
      run: (db) => notes.listNotes(db, 'usr_1'),
      rows: { notes: { subjectId: 'par_1', groupId: 'car_2', userId: 'usr_1' } },
      same: ['"admins"."id" ='],
      is: 'notes(userId+-)',
    },
  ],
  insertNote: [
    {
      run: (db) => notes.insertNote(db, { ...note, subjectId: 'par_1' }, entry),
      rows: { users: {}, participants: {} },
      // The group is that of the very place.
      same: ['"participants"."id" =', '"notes"."id" ='],
      is: 'users(id+- closedAt!) participants(id+- userId+-)',
    },
    {
      run: (db) => notes.insertNote(db, { ...note, subjectId: 'mail_1' }, entry),
      rows: { users: {}, orders: {} },
      same: ['"participants"."id" =', '"notes"."id" ='],
      is: 'users(id+- closedAt!) orders(id+- userId+-)',
    },
  ],
  endReminder: {
    run: (db) => notes.endReminder(db, { id: 'note_1', subjectId: 'par_1' }, entry),
    rows: { notes: { id: 'note_1', subjectId: 'par_1', tellOn: TODAY } },
    is: 'notes(id+- subjectId+- tellOn0)',
  },
  countReminders: {
    run: (db) => notes.countReminders(db, TODAY),
    rows: { notes: { subjectId: 'par_1', tellOn: TODAY } },
    is: 'notes(tellOn+0) ~ others',
  },
})
