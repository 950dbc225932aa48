import * as admins from '#app/audit/rows/admins.server.ts'
import * as audit from '#app/audit/rows/audit.server.ts'
import * as catalog from '#app/catalog/rows/catalog.server.ts'
import * as settings from '#app/catalog/rows/settings.server.ts'
import * as ownData from '#app/privacy/rows/own-data.server.ts'
import { testStatements } from './statement.ts'
import { NOW } from './world.ts'

const entry = { id: 'aud_1', at: NOW, adminId: 'adm_1', action: 'x', subject: 'x' } as never

testStatements(audit, {
  auditEntry: 'no condition',
  auditIfChanged: 'a part of `changeAudited`',
  auditIf: 'a part of `reserveRefund`',
  changeAudited: 'a part of `settleFailedRefund`, `moveOrder` and others',
  auditListed: {
    run: (db) =>
      audit.auditListed(
        db,
        { ...(entry as object), id: 'aud_1', after: { count: 0 } } as never,
        catalog.listTexts(db),
        9,
      ),
    rows: { serviceDescriptions: {} },
    is: '~ others',
  },
  listAudit: [
    {
      run: (db) =>
        audit.listAudit(db, {
          action: 'x' as never,
          adminId: 'adm_1',
          subject: 'x',
          from: NOW,
          to: NOW + 1,
          before: null,
          limit: 9,
        }),
      rows: { auditLog: { at: NOW, action: 'x', subject: 'x' }, admins: {} },
      is: 'auditLog(at+- adminId+- action+- subject+-) ~ admins(id+-)',
    },
    {
      run: (db) =>
        audit.listAudit(db, { changesOnly: true, before: { at: NOW, id: 'aud_1x' }, limit: 9 }),
      rows: { auditLog: { id: 'aud_1', at: NOW, action: 'x' }, admins: {} },
      also: [{ auditLog: { action: 'userViewed' } }],
      is: [
        'auditLog(id+ at+) > others ~ auditLog(adminId+-) admins(id+-)',
        'same: auditLog(action+-)',
      ],
    },
  ],
})

const session = { tokenHash: 't', expiresAt: NOW + 1, lastSeenAt: NOW }

testStatements(admins, {
  findAdminCredentials: {
    run: (db) => admins.findAdminCredentials(db, '07000000001'),
    rows: { admins: {} },
    is: 'admins(phone+- removedAt!)',
  },
  insertAdminSession: 'no condition',
  findAdminSession: {
    run: (db) => admins.findAdminSession(db, 't', NOW, NOW - 1),
    rows: { adminSessions: session, admins: {} },
    also: [{ adminSessions: { lastSeenAt: null } }],
    is: [
      'adminSessions(tokenHash+- adminId+- expiresAt- lastSeenAt-) admins(id+- removedAt!)',
      'adminSessions(tokenHash+- adminId+- expiresAt- lastSeenAt!) admins(id+- removedAt!)',
    ],
  },
  touchAdminSession: {
    run: (db) => admins.touchAdminSession(db, 't', NOW + 5),
    rows: { adminSessions: session },
    is: 'adminSessions(tokenHash+-)',
  },
  confirmAdminSession: {
    run: (db) => admins.confirmAdminSession(db, 't', NOW + 5),
    rows: { adminSessions: session },
    is: 'adminSessions(tokenHash+-)',
  },
  deleteAdminSession: {
    run: (db) => admins.deleteAdminSession(db, 't'),
    rows: { adminSessions: session },
    is: 'adminSessions(tokenHash+-)',
  },
  deleteAdminSessionsBefore: {
    run: (db) => admins.deleteAdminSessionsBefore(db, NOW, NOW),
    rows: { adminSessions: { ...session, expiresAt: NOW, lastSeenAt: NOW + 1 } },
    also: [{ adminSessions: session }],
    is: ['adminSessions(expiresAt+) > others', 'adminSessions(lastSeenAt+0) > others'],
  },
  findAdminHash: {
    run: (db) => admins.findAdminHash(db, 'adm_1'),
    rows: { admins: {} },
    is: 'admins(id+-)',
  },
  listAdmins: 'no condition',
})

testStatements(catalog, {
  selectCatalogVersion: {
    run: (db) => catalog.selectCatalogVersion(db),
    rows: { versions: { name: 'settings' } },
    is: 'same:',
  },
  catalogStatements: 'no condition',
  listTexts: 'no condition',
  listPostagePrices: 'no condition',
})

testStatements(settings, { listSettings: 'no condition' })

testStatements(ownData, {
  listSessionsOf: {
    run: (db) => ownData.listSessionsOf(db, 'usr_1'),
    rows: { sessions: {} },
    is: 'sessions(userId+-)',
  },
  listNoticesOf: {
    run: (db) => ownData.listNoticesOf(db, 'usr_1'),
    rows: { notices: {} },
    is: 'notices(userId+-)',
  },
  listNotesOf: {
    run: (db) => ownData.listNotesOf(db, 'usr_1'),
    rows: { notes: {} },
    is: 'notes(userId+-)',
  },
  listWaitsOf: {
    run: (db) => ownData.listWaitsOf(db, 'usr_1'),
    rows: { waits: {} },
    is: 'waits(userId+-)',
  },
  listWishesOf: {
    run: (db) => ownData.listWishesOf(db, 'usr_1'),
    rows: { wishes: {} },
    is: 'wishes(userId+-)',
  },
})
