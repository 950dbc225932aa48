import type { Contact, User } from '#app/account/rows/users.server.ts'
import { emailKey, hideMost } from '#app/kernel/account.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { NewNotice } from '#app/notices/rows/notices.server.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'

/**
 * The notices of a change of contact details: a new email is reported to the address in use, if
 * any, and WeChat by an ordinary notice. Unchanged values are not reported.
 */
export function contactNotices(
  before: User | null,
  { email, wechat }: Contact,
  createdAt: Instant,
): NewNotice[] {
  const notices: NewNotice[] = []
  if (!before) return notices
  const about = crypto.randomUUID()
  const { id, pendingEmail, emailConfirmedAt } = before
  const known = [before.email, pendingEmail ?? ''].map(emailKey)
  if (email && !known.includes(email.key))
    notices.push({
      ...noticeAbout('emailChanging', about, id, { email: hideMost(email.text) }),
      createdAt,
      emailTo: emailConfirmedAt === null ? null : before.email,
    })
  if (wechat !== undefined && wechat !== before.wechat)
    notices.push({ ...noticeAbout('wechatChanged', about, id, {}), createdAt })
  return notices
}
