import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useNavigation,
} from '@remix-run/react'
import { useState } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { ANSWER_WITHIN_SECONDS, NoAnswer } from './deadline.ts'

/** What the browser answers itself: it could not reach the server, or was not answered in time. */
export type Unanswered = { unanswered: 'offline' | 'silent' }
const STATUS = 503
/** The status of a refusal because something has changed since the page was read. */
const CONFLICT = 409

export const isUnanswered = (data: unknown): data is Unanswered =>
  typeof data === 'object' && data !== null && 'unanswered' in data

/**
 * `clientAction` of a page that must not be lost: without an answer Remix would replace it by an
 * error page. `OfflineNote` and a payment's own words tell it instead.
 */
export async function keepForm({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction()
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const unanswered = thrown instanceof NoAnswer ? 'silent' : 'offline'
    return Response.json({ unanswered } satisfies Unanswered, { status: STATUS })
  }
}

/**
 * `shouldRevalidate` where an answer that stays on its page says all there is (one that leads on
 * has no status): what was read stays. Reading it again over a line that is lost by then would take
 * the page away, with what was typed.
 */
export const keepRead: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === undefined && defaultShouldRevalidate

/** The same, but for a refusal because something has changed: the page then shows what. */
export const readIfChanged: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => (actionStatus === undefined || actionStatus === CONFLICT) && defaultShouldRevalidate

/** For a payment page: read again after every answer, since what is due may have changed. */
export const readUnlessLost: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => actionStatus !== STATUS && defaultShouldRevalidate

/**
 * What the action has answered; where it has not, what it answered before, so that the dialog stays
 * as it was.
 */
export function useAnswer<Action>() {
  const data = useActionData<Action>()
  const [kept, setKept] = useState(() => data)
  if (isUnanswered(data)) return kept
  if (data !== kept) setKept(() => data)
  return data
}

/** The button that has sent a form last. */
let pressed: HTMLElement | null = null
export const rememberPressed = () =>
  addEventListener('submit', ({ submitter }) => {
    pressed = submitter
  })

/**
 * Says that there was no answer, with the one button to go on: every action here can be sent again,
 * and then tells what is so.
 */
export function OfflineNote() {
  const t = useT()
  const data = useActionData<unknown>()
  const busy = useNavigation().state !== 'idle'
  if (!isUnanswered(data)) return null
  const { unanswered } = data
  return (
    <Banner
      tone="danger"
      role="alert"
      about={data}
      title={t(`account:${unanswered}.title`, { seconds: ANSWER_WITHIN_SECONDS })}
      action={
        <Button small busy={busy} onClick={() => pressed?.click()}>
          {t('account:offline.again')}
        </Button>
      }
    >
      {t(`account:${unanswered}.text`)}
    </Banner>
  )
}
