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

/** Made up by the browser if it could not reach the server or got no answer in time. */
export type Unanswered = { unanswered: 'offline' | 'silent' }
const STATUS = 503
/** The status when something has changed since the page was read. */
const CONFLICT = 409
export const isConflict = (status: number): boolean => status === CONFLICT

export const isUnanswered = (data: unknown): data is Unanswered =>
  typeof data === 'object' && data !== null && 'unanswered' in data

/**
 * `clientAction` of a page that must not be lost: if there is no answer, Remix would replace it
 * with an error page. `OfflineNote`, or a payment's own text, reports it instead.
 */
export async function keepForm({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction()
  } catch (thrown) {
    if (thrown instanceof Response) return follow(thrown)
    const unanswered = thrown instanceof NoAnswer ? 'silent' : 'offline'
    return Response.json({ unanswered } satisfies Unanswered, { status: STATUS })
  }
}

/**
 * Passes a redirect on to the router, which always adds a document to the history: one that is to
 * take this document's place (`replaceDocument`) is followed here, and nothing happens any more.
 */
function follow(redirect: Response): Promise<never> {
  const { headers } = redirect
  const isReplaced = headers.has('X-Remix-Reload-Document') && headers.has('X-Remix-Replace')
  if (!isReplaced) throw redirect
  const { basename = '/' } = window.__remixContext
  location.replace(basename.replace(/\/$/, '') + headers.get('Location'))
  return new Promise(() => {})
}

/**
 * `shouldRevalidate` for pages where an answer that stays on the page says everything (a redirect
 * has no status): the loaded data is kept. Reloading it over a connection that has since been lost
 * would replace the page and lose what was typed.
 */
export const keepRead: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === undefined && defaultShouldRevalidate

/** Like `keepRead`, but also reloads if something has changed, so that the page shows what. */
export const readIfChanged: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => (actionStatus === undefined || actionStatus === CONFLICT) && defaultShouldRevalidate

/**
 * For a payment page: reloads after every answer from the server, since what is due may have
 * changed.
 */
export const readUnlessLost: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => actionStatus !== STATUS && defaultShouldRevalidate

/** The action's answer. If it got none, the previous answer, so that the dialog stays as it was. */
export function useAnswer<Action>() {
  const data = useActionData<Action>()
  const [kept, setKept] = useState(() => data)
  if (isUnanswered(data)) return kept
  if (data !== kept) setKept(() => data)
  return data
}

/** The button that last submitted a form. */
let pressed: HTMLElement | null = null
export const rememberPressed = () =>
  addEventListener('submit', ({ submitter }) => {
    pressed = submitter
  })

/**
 * Reports that there was no answer, with one button to continue: every action here can be sent
 * again, and then reports the actual state.
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
