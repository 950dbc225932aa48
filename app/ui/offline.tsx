import { type ClientActionFunctionArgs, type ShouldRevalidateFunction, useActionData } from '@remix-run/react'
import { useState } from 'react'
import { useT } from '../i18n/context.tsx'
import { Banner } from './banner.tsx'

/** What the browser answers itself when it cannot reach the server. */
const OFFLINE = { offline: true } as const
const STATUS = 503
/** The status of a refusal because something has changed since the page was read. */
const CONFLICT = 409

const isOffline = (data: unknown): data is typeof OFFLINE =>
  typeof data === 'object' && data !== null && 'offline' in data

/** `clientAction` of a form: a lost line is told in the form, where Remix would put an error in place of the page. */
export async function keepForm({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction()
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    return Response.json(OFFLINE, { status: STATUS })
  }
}

/**
 * `shouldRevalidate` where an answer that stays on its page says all there is (one that leads on has no status): what was read stays.
 * Reading it again over a line that is lost by then would take the page away, with what was typed.
 */
export const keepRead: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === undefined && defaultShouldRevalidate

/** The same, but for a refusal because something has changed: the page then shows what. */
export const readIfChanged: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  (actionStatus === undefined || actionStatus === CONFLICT) && defaultShouldRevalidate

/** What the action has answered; over a lost line what it answered before, so that the dialog stays as it was. */
export function useAnswer<Action>() {
  const data = useActionData<Action>()
  const [kept, setKept] = useState(() => data)
  if (isOffline(data)) return kept
  if (data !== kept) setKept(() => data)
  return data
}

/** Says that the line was lost, while it was. Every action here can be sent again. */
export function OfflineNote() {
  const t = useT()
  const data = useActionData<unknown>()
  if (!isOffline(data)) return null
  return (
    <Banner tone="danger" role="alert" about={data} title={t('account:offline.title')}>
      {t('account:offline.text')}
    </Banner>
  )
}
