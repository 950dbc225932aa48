import type { NoticeParams } from '#app/notices/rules/notice.ts'
import type { NoticeCode } from '#app/notices/rules/notices.ts'
import type { Effect } from './effect.ts'
import type { Rules } from './rules.ts'
import type { Group, Place } from './state.ts'

/** `about` makes the notice a separate one where the same thing can happen twice to a place. */
export function noticeOf(
  rules: Rules,
  state: Group,
  p: Place,
  code: NoticeCode,
  about = '',
  more: NoticeParams = {},
): Effect {
  const params = { ...rules.noticeParams(state), participantId: p.id, ...more }
  const id = [code, p.id, about].filter(Boolean).join(':')
  return { kind: 'notice', id, userId: p.userId, code, params }
}
