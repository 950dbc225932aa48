import * as closing from '#app/account/rows/closing.server.ts'
import * as codes from '#app/account/rows/codes.server.ts'
import * as credentials from '#app/account/rows/credentials.server.ts'
import * as links from '#app/account/rows/email-links.server.ts'
import * as people from '#app/account/rows/people.server.ts'
import * as sessions from '#app/account/rows/sessions.server.ts'
import * as users from '#app/account/rows/users.server.ts'
import { testStatements } from './statement.ts'
import { aside, NOW, rowOf } from './world.ts'

const seen = { id: 'usr_1', email: 'a@b.cd', pendingEmail: 'new@b.cd' } as never
const link = { emailLinkHash: 'l', emailLinkExpiresAt: NOW + 1 }
const other = { id: 'usr_2', phone: '07000000002', emailKey: 'x@b.cd' }
const confirm = {
  linkHash: 'l',
  address: { text: 'new@b.cd', key: 'new@b.cd' },
  now: NOW,
}

testStatements(links, {
  findAddresses: {
    run: (db) => links.findAddresses(db, 'usr_1'),
    rows: { users: {}, emailStops: {} },
    is: 'users(id+- closedAt!) ~ users(emailKey+-) emailStops(emailKey+-)',
  },
  findByLink: {
    run: (db) => links.findByLink(db, 'l', NOW),
    rows: { users: link, emailStops: {} },
    is: 'users(emailLinkHash+-0 emailLinkExpiresAt-0 closedAt!) ~ users(emailKey+-) emailStops(emailKey+-)',
  },
  setLink: [
    {
      run: (db) => links.setLink(db, seen, { hash: 'h', expiresAt: NOW }),
      rows: { users: { pendingEmail: 'new@b.cd' } },
      is: 'users(id+- email+- pendingEmail+-0 closedAt!)',
    },
    {
      run: (db) =>
        links.setLink(db, { ...(seen as object), pendingEmail: null } as never, {
          hash: 'h',
          expiresAt: NOW,
        }),
      rows: { users: {} },
      is: 'users(id+- email+- pendingEmail! closedAt!)',
    },
  ],
  confirmAddress: [
    {
      run: (db) => links.confirmAddress(db, confirm),
      rows: { users: { ...link, pendingEmail: 'new@b.cd' } },
      also: [
        { users: { email: 'new@b.cd', pendingEmail: null } },
        { users: { emailKey: 'new@b.cd', emailConfirmedAt: 1 } },
      ],
      // Nobody is confirmed at 0 and later.
      same: ['"other"."id" <> "users"."id"'],
      with: [{ users: { ...other, emailKey: 'new@b.cd', emailConfirmedAt: 1 } }],
      is: [
        'users(pendingEmail+-0 emailLinkHash+-0 closedAt!) < others',
        'users(email+- pendingEmail! emailLinkHash+-0 closedAt!) < others',
        'users(pendingEmail+-0 emailLinkHash+-0 closedAt!)',
        'with users(emailKey+- emailConfirmedAt-0)',
      ],
    },
    {
      run: (db) => links.confirmAddress(db, confirm),
      rows: {
        users: [
          { ...link, pendingEmail: 'new@b.cd' },
          { ...other, emailKey: 'new@b.cd', emailConfirmedAt: 0 },
        ],
      },
      also: [
        { users: [{ emailLinkHash: 'z', emailConfirmedAt: 1 }, {}] },
        { users: [{ emailLinkHash: 'z', emailKey: 'new@b.cd', emailConfirmedAt: 0 }, {}] },
      ],
      is: [
        'users(pendingEmail+-0 emailLinkHash+-0 closedAt!) users.1(emailConfirmedAt+) < users.1(emailKey+- emailConfirmedAt-0) others',
        'same:',
        'same: users(emailConfirmedAt+) users.1(emailConfirmedAt+)',
      ],
    },
    {
      run: (db) => links.confirmAddress(db, confirm),
      rows: {
        users: { ...link, pendingEmail: 'new@b.cd' },
        emailStops: { emailKey: 'new@b.cd' },
      },
      is: 'users(pendingEmail+-0 emailLinkHash+-0 closedAt!) < emailStops(emailKey+-) others',
    },
    {
      run: (db) => links.confirmAddress(db, confirm),
      rows: {
        users: {
          ...link,
          email: 'x',
          emailKey: 'new@b.cd',
          emailConfirmedAt: NOW,
        },
        emailStops: { emailKey: 'new@b.cd' },
      },
      is: 'users(emailKey+- emailConfirmedAt+-0 emailLinkHash+-0) emailStops(emailKey+-)',
    },
  ],
})

const code = { phone: '07000000001', purpose: 'phone', codeHash: 'c', expiresAt: NOW + 1 }
const proof = { ...code, purpose: 'phone' as const, spentHash: 'spent', now: NOW }

testStatements(codes, {
  replaceCode: 'no condition',
  takeCodeTry: {
    run: (db) => codes.takeCodeTry(db, '07000000001', 'phone', NOW),
    rows: { verificationCodes: { ...code, triesLeft: 1 } },
    is: 'verificationCodes(phone+- purpose=phone expiresAt- triesLeft-) ~ verificationCodes(triesLeft+)',
  },
  codeIsLive: 'a part of `spendCode`',
  spendCode: {
    run: (db) => codes.spendCode(db, proof),
    rows: { verificationCodes: code },
    is: 'verificationCodes(phone+- purpose=phone codeHash+- expiresAt-)',
  },
  deleteCodesBefore: {
    run: (db) => codes.deleteCodesBefore(db, NOW),
    rows: { verificationCodes: { expiresAt: NOW } },
    is: 'verificationCodes(expiresAt+) > others',
  },
})

const notice = rowOf('notices', { id: 'ntc_9' }) as never
const change = { id: 'usr_1' as const, keepHash: 'kept', notice, now: NOW }
const session = { tokenHash: 't', expiresAt: NOW + 1 }

testStatements(credentials, {
  setOwnPassword: [
    {
      run: (db) => credentials.setOwnPassword(db, 'new', change),
      rows: { users: {}, sessions: session },
      is: 'users(id+- closedAt!) < sessions(userId+-)',
    },
    {
      run: (db) => credentials.setOwnPassword(db, 'new', change),
      rows: {
        users: { closedAt: NOW, passwordHash: 'new' },
        sessions: [session, { ...session, tokenHash: 'kept' }],
      },
      is: 'users(id+- passwordHash+-) sessions(userId+-) > users(closedAt0) sessions.1(tokenHash+-)',
    },
  ],
  setPhone: [
    {
      run: (db) => credentials.setPhone(db, { ...proof, phone: '07000000003' }, change),
      rows: {
        users: {},
        sessions: session,
        verificationCodes: { ...code, phone: '07000000003' },
      },
      with: [
        {
          users: { ...other, phone: '07000000003' },
          sessions: { ...session, tokenHash: 'o', userId: 'usr_2' },
        },
      ],
      is: [
        'users(id+- closedAt!) verificationCodes(phone+- purpose=phone codeHash+- expiresAt-) < sessions(userId+-)',
        'with users(phone+-) sessions()',
      ],
    },
    {
      run: (db) => credentials.setPhone(db, proof, change),
      rows: {
        users: { closedAt: NOW },
        sessions: [session, { ...session, tokenHash: 'kept' }],
        verificationCodes: code,
      },
      is: 'users(id+- phone+-) verificationCodes(phone+- purpose=phone codeHash+- expiresAt-) < sessions(userId+-) > sessions.1(tokenHash+-)',
    },
  ],
})

testStatements(people, {
  listPeople: {
    run: (db) => people.listPeople(db, ['usr_1']),
    rows: { users: {} },
    is: 'users(id+-)',
  },
})

testStatements(sessions, {
  insertSession: 'no condition',
  selectSession: {
    run: (db) => sessions.selectSession(db, { tokenHash: 't', now: NOW }),
    rows: { sessions: session, users: {}, emailStops: {} },
    is: 'sessions(tokenHash+- userId+- expiresAt-) users(id+- closedAt! suspendedAt!) ~ users(emailKey+-) emailStops(emailKey+-)',
  },
  touchSession: {
    run: (db) => sessions.touchSession(db, 't', NOW + 5, NOW + 9),
    rows: { sessions: session },
    is: 'sessions(tokenHash+-)',
  },
  deleteSession: {
    run: (db) => sessions.deleteSession(db, 't'),
    rows: { sessions: session },
    is: 'sessions(tokenHash+-)',
  },
  listLiveSessions: {
    run: (db) => sessions.listLiveSessions(db, 'usr_1', NOW),
    rows: { sessions: session },
    is: 'sessions(userId+- expiresAt-)',
  },
  deleteSessionsOf: {
    run: (db) => sessions.deleteSessionsOf(db, 'usr_1', 'tx'),
    rows: { sessions: session },
    is: 'sessions(tokenHash+ userId+-)',
  },
  deleteOwnSession: {
    run: (db) => sessions.deleteOwnSession(db, 'usr_1', 't'),
    rows: { sessions: session },
    is: 'sessions(tokenHash- userId+-)',
  },
  deleteSessionsBefore: {
    run: (db) => sessions.deleteSessionsBefore(db, NOW),
    rows: { sessions: { expiresAt: NOW } },
    is: 'sessions(expiresAt+) > others',
  },
})

const isNew = rowOf('users', { id: 'usr_9', phone: '07000000009', emailKey: 'new@b.cd' }) as never
const flat = { flatName: 'A', flatNumber: '1' }
const member = { accountType: 'MEMBER', auth: 'APPROVED', ...flat }

testStatements(users, {
  findUser: {
    run: (db) => users.findUser(db, 'usr_1'),
    rows: { users: {}, emailStops: {} },
    is: 'users(id+-) ~ users(emailKey+-) emailStops(emailKey+-)',
  },
  findCredentials: {
    run: (db) => users.findCredentials(db, '07000000001'),
    rows: { users: {} },
    is: 'users(phone+- closedAt!)',
  },
  findPassword: {
    run: (db) => users.findPassword(db, 'usr_1'),
    rows: { users: {} },
    is: 'users(id+- closedAt!)',
  },
  hasConfirmed: 'a part of `findTaken`',
  findTaken: {
    run: (db) => users.findTaken(db, '07000000001', 'a@b.cd'),
    rows: { users: {} },
    also: [{ users: { phone: '07', emailConfirmedAt: 1 } }],
    is: ['users(phone+-)', 'users(emailKey+- emailConfirmedAt-0)'],
  },
  insertUser: [
    {
      run: (db) => users.insertUser(db, isNew, proof),
      rows: { verificationCodes: code },
      with: [{ users: { ...other, emailKey: 'new@b.cd', emailConfirmedAt: 1 } }],
      is: [
        'verificationCodes(phone+- purpose=phone codeHash+- expiresAt-)',
        'with users(emailKey+- emailConfirmedAt-0)',
      ],
    },
    {
      run: (db) => users.insertUser(db, isNew, proof),
      rows: { verificationCodes: code },
      with: [{ users: { id: 'usr_8', phone: '07000000009' } }],
      is: ['verificationCodes(phone+- purpose=phone codeHash+- expiresAt-)', 'with users(phone+-)'],
    },
    {
      run: (db) => users.insertUser(db, isNew, proof),
      rows: { verificationCodes: code, users: isNew },
      is: 'verificationCodes(phone+- purpose=phone codeHash+- expiresAt-) users(id+-)',
    },
  ],
  setPasswordByCode: [
    {
      run: (db) => users.setPasswordByCode(db, 'new', proof, notice),
      rows: { users: {}, verificationCodes: code, sessions: session },
      also: [
        { users: { phone: '07000000002' } },
        { users: { id: 'usr_2' }, sessions: { userId: 'usr_2' } },
      ],
      is: [
        'verificationCodes(phone+- purpose=phone codeHash+- expiresAt-) < users(id+- phone+- closedAt!) sessions(userId+-)',
        'verificationCodes(phone+- purpose=phone codeHash+- expiresAt-)',
        'verificationCodes(phone+- purpose=phone codeHash+- expiresAt-)',
      ],
    },
  ],
  updateContact: [
    {
      run: (db) =>
        users.updateContact(db, 'usr_1', { email: { text: 'n@b.cd', key: 'n@b.cd' } }, NOW, []),
      rows: { users: { emailConfirmedAt: 1, emailLinkHash: 'l' } },
      also: [{ users: { emailConfirmedAt: null } }, { users: { emailKey: 'n@b.cd' } }],
      with: [{ users: { ...other, emailKey: 'n@b.cd', emailConfirmedAt: 1 } }],
      // Three columns say so, each of which the others cover here.
      same: ['"email_confirmed_at" is not null', '"email_key" <> ?'],
      is: [
        'users(id+- closedAt!) ~ users(emailConfirmedAt0)',
        'users(id+- closedAt!) ~ users(emailConfirmedAt!)',
        'users(id+- closedAt!) ~ users(emailKey+-)',
        'with users(emailKey+- emailConfirmedAt-0)',
      ],
    },
  ],
  updateFlat: [
    {
      run: (db) => users.updateFlat(db, 'usr_1', { flatName: 'Ax', flatNumber: '1' }, NOW),
      rows: { users: member },
      also: [
        { users: { auth: 'REJECTED' } },
        { users: { flatName: 'Ax', flatNumber: '2', auth: 'REJECTED' } },
      ],
      is: [
        'users(id+- accountType=MEMBER closedAt!) < users(flatName+) ~ users(auth0)',
        'users(id+- accountType=MEMBER closedAt!) < users(flatName+) ~ users(auth0)',
        'users(id+- accountType=MEMBER closedAt!) ~ users(auth=PENDING|REJECTED)',
      ],
    },
  ],
  setPreferences: {
    run: (db) =>
      users.setPreferences(db, 'usr_1', { language: 'en', emailNotices: false, rideTexts: false }),
    rows: { users: { language: 'zh', emailNotices: false, rideTexts: false } },
    also: [
      { users: { language: 'en', emailNotices: true } },
      { users: { language: 'en', rideTexts: true } },
    ],
    // It only spares a write.
    same: ['"language" <> ? or'],
    is: ['users(id+- language=zh)', 'users(id+- emailNotices!)', 'users(id+- rideTexts!)'],
  },
  agreeToTerms: [
    {
      run: (db) => users.agreeToTerms(db, { tokenHash: 't' }, 'carpool', 'v2', NOW),
      rows: {
        users: [{ termsVersion: 'v2x' }, other],
        sessions: [{ ...session, tokenHash: 'a', userId: 'usr_2' }, session],
      },
      also: [{ sessions: [{}, { expiresAt: NOW }] }, { users: [{ closedAt: NOW }] }],
      is: [
        'users(id+- closedAt! termsVersion- suspendedAt!) sessions.1(tokenHash+- userId+- expiresAt-)',
        'same: sessions.1(expiresAt+)',
        'same: users(closedAt0)',
      ],
    },
    {
      run: (db) => users.agreeToTerms(db, { id: 'usr_1' }, 'trip', 'v2', NOW),
      rows: { users: { tripTermsVersion: 'v2x' } },
      is: 'users(id+- tripTermsVersion-)',
    },
  ],
  rehash: {
    run: (db) => users.rehash(db, 'usr_1', 'passwordHash', 'to', NOW),
    rows: { users: {} },
    is: 'users(id+- passwordHash+-)',
  },
})

const ended = { id: 'usr_1' as const, closedAt: NOW }

testStatements(closing, {
  mayBegin: {
    run: (db) => closing.mayBegin(db, 'usr_1', 'par_1'),
    rows: { participants: {} },
    with: [{ users: { closedAt: NOW } }],
    is: ['participants(id+-)', 'with users(id+- closedAt0)'],
  },
  beginClosing: {
    run: (db) => closing.beginClosing(db, 'usr_1', NOW),
    rows: { users: {} },
    is: 'users(id+- closedAt!)',
  },
  reopen: {
    run: (db) => closing.reopen(db, ended),
    rows: { users: { closedAt: NOW } },
    also: [{ users: { phone: 'closed:usr_1' } }],
    is: ['users(id+- closedAt+-0)', 'same:'],
  },
  eraseInD1: {
    run: (db) => closing.eraseInD1(db, ended, NOW + 5),
    rows: {
      users: { closedAt: NOW, pendingEmail: 'New@b.cd' },
      emailStops: [{}, { emailKey: 'new@b.cd' }],
      verificationCodes: { phone: '07000000001' },
      sessions: session,
      notices: {},
      idempotencyKeys: {},
      orders: {},
      requests: {},
      participants: { flightKeys: 'x' },
      pointsLedger: {},
      tripTexts: {},
      notes: {},
      rideContacts: {},
      wishes: {},
      wishNews: {},
    },
    // What was never given stays so: tests/worker/closing.
    same: ['"party" ->> ? is null'],
    is: 'users(id+- closedAt+-0) < users(phone+- emailKey+- pendingEmail+-0) emailStops(emailKey+-) emailStops.1(emailKey+-) verificationCodes(phone+-) sessions(userId+-) notices(userId+-) idempotencyKeys(userId+-) orders(userId+-) requests(userId+-) participants(userId+-) pointsLedger(userId+-) tripTexts(userId+-) notes(userId+-) rideContacts(userId+-) wishes(userId+-) wishNews(userId+-) ~ requests(amount+-)',
  },
  listClosing: {
    run: (db) => closing.listClosing(db, NOW, NOW),
    rows: { users: { closedAt: NOW } },
    with: [aside('closings', 'usr_1')],
    is: ['users(closedAt+0 erasedAt!) > others', 'with attempts(kind+- subject+-)'],
  },
  markErased: {
    run: (db) => closing.markErased(db, ended, NOW + 5),
    rows: { users: { closedAt: NOW } },
    is: 'users(id+- closedAt+-0)',
  },
  listGroupsOf: {
    run: (db) => closing.listGroupsOf(db, 'usr_1'),
    rows: { participants: {} },
    also: [{ waits: {}, participants: { userId: 'usr_2' } }],
    is: ['participants(userId+-)', 'waits(userId+-)'],
  },
  listOrdersOf: {
    run: (db) => closing.listOrdersOf(db, 'usr_1'),
    rows: { orders: {} },
    is: 'orders(userId+-) ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
  },
})
