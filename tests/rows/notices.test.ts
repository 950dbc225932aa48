import { eq } from 'drizzle-orm'
import * as stops from '#app/notices/rows/email-stops.server.ts'
import * as emails from '#app/notices/rows/notice-emails.server.ts'
import * as facts from '#app/notices/rows/notice-facts.server.ts'
import * as notices from '#app/notices/rows/notices.server.ts'
import { notices as table } from '#db/schema.ts'
import { testStatements } from './statement.ts'
import { aside, NOW } from './world.ts'

testStatements(stops, {
  findStop: {
    run: (db) => stops.findStop(db, 'a@b.cd'),
    rows: { emailStops: {} },
    is: 'emailStops(emailKey+-)',
  },
  insertStop: [
    {
      run: (db) => stops.insertStop(db, 'a@b.cd', 'unwanted', NOW + 9),
      rows: { emailStops: { why: 'bounced' } },
      is: 'more: < emailStops(emailKey+-)',
    },
    {
      run: (db) => stops.insertStop(db, 'a@b.cd', 'bounced', NOW + 9),
      rows: { emailStops: { why: 'unwanted' } },
      is: 'gone: emailStops(emailKey+-)',
    },
  ],
  deleteStops: {
    run: (db) => stops.deleteStops(db, ['a@b.cd']),
    rows: { emailStops: {} },
    is: 'emailStops(emailKey+-)',
  },
  deleteBouncesBefore: {
    run: (db) => stops.deleteBouncesBefore(db, NOW),
    rows: { emailStops: { why: 'bounced', at: NOW - 1 } },
    is: 'emailStops(why=bounced at+) > others',
  },
  turnEmailsOff: {
    run: (db) => stops.turnEmailsOff(db, 'usr_1', 'a@b.cd'),
    rows: { users: { emailNotices: true } },
    // It only spares a write.
    same: ['"email_notices" ='],
    is: 'users(id+- emailKey+- emailNotices!)',
  },
  areEmailsOn: {
    run: (db) => stops.areEmailsOn(db, 'usr_1', 'a@b.cd'),
    rows: { users: {} },
    is: 'users(id+- emailKey+- emailNotices!)',
  },
})

const waiting = { emailState: 'waiting', emailDueAt: NOW }
const seen = { id: 'ntc_1', tries: 0 }

testStatements(emails, {
  listDueEmails: {
    run: (db) => emails.listDueEmails(db, NOW, 9),
    rows: { notices: waiting, users: {}, emailStops: {} },
    with: [aside('emails', 'ntc_1')],
    is: [
      'notices(emailDueAt+0) > others ~ notices(userId+- emailTo!) users(id+- emailKey+-) emailStops(emailKey+-)',
      'with attempts(kind+- subject+-)',
    ],
  },
  claimEmail: {
    run: async (db) => (await emails.claimEmail(db, seen, NOW + 9)) !== null,
    rows: { notices: waiting },
    is: 'notices(id+- emailState=waiting emailTries+-)',
  },
  finishEmails: {
    run: (db) => emails.finishEmails(db, [seen], 'sent'),
    rows: { notices: waiting },
    is: 'notices(id+- emailState=waiting emailTries+-)',
  },
  postponeEmail: {
    run: (db) => emails.postponeEmail(db, seen, NOW + 9),
    rows: { notices: waiting },
    is: 'notices(id+- emailState=waiting emailTries+-)',
  },
})

testStatements(facts, {
  noticeFacts: 'tests/worker/notices-endings',
})

const notice = {
  id: 'ntc_9',
  userId: 'usr_1' as const,
  code: 'carAssigned',
  params: {},
  createdAt: NOW,
}

testStatements(notices, {
  noticeRowOf: 'no statement',
  insertNotice: {
    run: (db) => notices.insertNotice(db, notice as never),
    rows: { settings: { key: 'rideSms', value: 1 } },
    // Two columns say so.
    same: ['"settings"'],
    is: 'other: ~ settings(key+- value+-)',
  },
  noticeIfChanged: {
    run: (db) =>
      db.batch([
        db.update(table).set({ readAt: NOW }).where(eq(table.id, 'ntc_1')),
        notices.noticeIfChanged(db, notice as never),
      ]),
    rows: { notices: { id: 'ntc_1' } },
    is: 'notices(id+-)',
  },
  listMessages: {
    run: (db) => notices.listMessages(db, { id: 'usr_1' }, 'par_1'),
    rows: { notices: { code: 'message', params: { participantId: 'par_1' } } },
    is: 'notices(userId+- code+- params.participantId+-)',
  },
  listNews: 'as `listNotices`, without those that have been read',
  listNotices: 'as `listNews`, with those that have been read',
  markNoticesRead: {
    run: (db) => notices.markNoticesRead(db, 'usr_1', ['ntc_1'], NOW + 9),
    rows: { notices: {} },
    is: 'notices(id+- userId+- readAt!)',
  },
  markAllNoticesRead: {
    run: (db) => notices.markAllNoticesRead(db, 'usr_1', NOW, NOW + 9),
    rows: { notices: { createdAt: NOW } },
    is: 'notices(userId+- createdAt+ readAt!)',
  },
})
