import { expect, test } from 'vitest'
import { standingIn } from './after-restore-export.ts'
import { standingSql } from './after-restore-sql.ts'

const EXPORT = `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE users (id TEXT, closed_at INTEGER, suspended_at INTEGER, suspended_reason TEXT);
CREATE TABLE audit_log (action TEXT, subject TEXT, at INTEGER);
INSERT INTO users VALUES ('usr_closed', 100, NULL, NULL), ('usr_suspended', NULL, 100, 'it''s spam'),
  ('usr_reinstated', NULL, NULL, NULL), ('usr_closed_before', 99, NULL, NULL),
  ('usr_suspended_before', NULL, 99, 'x'), ('usr_reinstated_before', NULL, NULL, NULL),
  ('usr_both', 150, 120, NULL);
INSERT INTO audit_log VALUES ('userReinstated', 'usr_reinstated', 100),
  ('userReinstated', 'usr_reinstated_before', 99), ('memberApproved', 'usr_suspended_before', 100);`

test('an export says which accounts were closed, suspended or reinstated since', () => {
  expect(standingIn(EXPORT, 100).map(({ id }) => id)).toEqual([
    'usr_closed',
    'usr_suspended',
    'usr_reinstated',
    'usr_both',
  ])
  expect(standingIn(EXPORT, 200)).toEqual([])
})

test('closing comes before suspending, and a reason keeps its quotes', () => {
  const sql = standingSql(standingIn(EXPORT, 100))
  expect(sql.filter((one) => one.includes('usr_both')).join()).not.toContain('suspended_at')
  expect(sql.join()).toContain("'it''s spam'")
  expect(sql.join()).toContain("suspended_at = null, suspended_reason = NULL WHERE id = 'usr_rein")
})
