import { type ClientActionFunctionArgs, type ShouldRevalidateFunction, useActionData } from '@remix-run/react'
import { useState } from 'react'
import { useT } from '../i18n/context.tsx'
import { Banner } from './banner.tsx'

/** What the browser answers itself when it cannot reach the server; root.tsx knows its status too. */
const OFFLINE = { offline: true } as const
const STATUS = 503

const isOffline = (data: unknown): data is typeof OFFLINE =>
  typeof data === 'object' && data !== null && 'offline' in data

/** `clientAction` of a dialog: a lost line is told in the dialog, where Remix would put an error in place of the page. */
export async function keepDialog({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction()
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    return Response.json(OFFLINE, { status: STATUS })
  }
}

/** `shouldRevalidate` of a dialog: its own answers say all there is; what was read for it stays. */
export const keepRead: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === undefined && defaultShouldRevalidate

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
  if (!isOffline(useActionData<unknown>())) return null
  return (
    <Banner tone="danger" role="alert" title={t('account:offline.title')}>
      {t('account:offline.text')}
    </Banner>
  )
}
