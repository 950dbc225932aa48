import { redirect } from '@remix-run/cloudflare'
import { ok } from '#app/kernel/result.ts'
import { confirmRequest, payRequestNow } from '#app/requests/service/payments.server.ts'
import { readOwnRequest } from '#app/requests/service/views.server.ts'
import { requestPath } from '#app/requests/ui/paths.ts'
import { type ChargeRequest, startOf } from './charge-params.server.ts'

/** Money that an administrator asks the viewer for. */
export const requestedMoney = {
  async read({ context, user, id }: ChargeRequest) {
    const request = await readOwnRequest(context, await user, id)
    if (!request) throw new Response(null, { status: 404 })
    // Its own page says that it is paid, or no longer to be paid.
    if (request.stage !== 'open') throw redirect(requestPath(id))
    return { about: 'request' as const, request }
  },

  begin: async (asked: ChargeRequest) =>
    startOf(asked, await payRequestNow(asked.context, (await asked.user).id, asked.id)),

  async confirm({ context, user, id }: ChargeRequest) {
    const confirmed = await confirmRequest(context, (await user).id, id)
    return confirmed.ok ? ok(requestPath(id)) : confirmed
  },
}
