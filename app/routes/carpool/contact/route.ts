import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { shareContact } from '#app/services/groups/companions.server.ts'
import { recordPath } from '#app/ui/carpool/paths.ts'

/** What the others of a ride may see of the viewer: the switches on the record. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireUser(context, request)
  const { participantId = '' } = params
  const form = await request.formData()
  const showWechat = form.get('showWechat') === 'on'
  const showPhone = form.get('showPhone') === 'on'
  const asked = { viewer, participantId, showWechat, showPhone }
  if (!(await shareContact(context, asked)).ok) throw new Response(null, { status: 404 })
  return redirectWithFlash(context, recordPath(participantId), {
    kind: 'success',
    key: showWechat || showPhone ? 'ride:companions.shown' : 'ride:companions.hidden',
  })
}

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(recordPath(params.participantId ?? ''))
