import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import { fail } from '#app/domain/result.ts'

/** The status of an answer that the browser gives itself, when it cannot reach the server (also in root.tsx). */
const OFFLINE = 503

/** `shouldRevalidate` of a payment page. Nothing is read again over a line that has just been lost: it would fail too, and take the page away. */
export const stayOffline: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus !== OFFLINE && defaultShouldRevalidate

/** `clientAction` of a payment page. A lost line after the bank has agreed is no failure of the payment: said as such, and tried again. */
export async function sayOffline({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction()
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    return Response.json(fail('unavailable'), { status: OFFLINE })
  }
}
