import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  type SerializeFrom,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { listSearch } from '#app/carpool/http/query.ts'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { readTerms } from '#app/group/http/terms.server.ts'
import { Refusal } from '#app/group/ui/refusal.tsx'
import { useT } from '#app/i18n/context.tsx'
import { failureText } from '#app/schemas/issue.ts'
import { underPath } from '#app/trip/ui/query.ts'
import { type FormRefusal, refuseForm } from '#app/web/http/form.server.ts'
import { requireLogin, withUser } from '#app/web/http/guard.server.ts'
import { requirePayments } from '#app/web/http/payments-guard.server.ts'
import { pathOf } from '#app/web/http/return-to.server.ts'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { carpoolJoin } from './carpool.server.ts'
import { GroupLine } from './group-line.tsx'
import { JoinForm } from './join-form.tsx'
import type { JoinRequest } from './join-request.ts'
import { tripJoin } from './trip.server.ts'
import type { JoinRead } from './view.ts'

type Data = SerializeFrom<typeof loader>
export const handle: PageHandle<Data> = {
  title: (t, { of }) => t(of.kind === 'trip' ? 'trip:join.title' : 'carpool:join.title'),
}

const joinOf = (request: Request) => (pathOf(request).startsWith('/trip/') ? tripJoin : carpoolJoin)

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const join = joinOf(request)
  const user = requirePayments(context).then(() => requireLogin(context, request))
  const asked = new URL(request.url).searchParams
  const [[, { closed, ...view }], terms, contact] = await Promise.all([
    withUser<JoinRead>(context, user, (viewer) =>
      join.read({ context, pending: { viewer, user }, id: params.groupId ?? '' }, asked),
    ),
    readTerms(context, user, join.service),
    readContact(context),
  ])
  const refusal = closed && join.inWords({ code: closed, params: { context: join.closedContext } })
  return {
    ...view,
    terms,
    contact: contact.name,
    closed: refusal && { code: refusal.code, text: failureText(context.t, refusal) },
  }
}

/** Holds the seats and redirects to their deposit. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  if (!context.viewerRef) await requireLogin(context, request)
  const join = joinOf(request)
  const form = await request.formData()
  const passed = await context.shield('group/join')
  const user = requireLogin(context, request)
  const [, held] = await withUser(context, user, async (viewer) => {
    const joining: JoinRequest = { context, pending: { viewer, user }, id: params.groupId ?? '' }
    return passed.ok ? join.take(joining, form) : passed
  })
  // As a document: the payment page has its own security policy.
  if (held.ok) return redirect(held.value, 303)
  const refusal: FormRefusal = join.inWords(held.error)
  const free = Number(refusal.params?.free ?? 0)
  const text = refusal.code === 'carpoolFull' ? join.full(context, free) : undefined
  return refuseForm(context, form, text === undefined ? refusal : { ...refusal, text })
}

export default function JoinRoute() {
  const t = useT()
  const { closed, ...view } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { search } = useLocation()
  const { kind } = view.of
  const closeTo = kind === 'trip' ? underPath(search) : `/carpool${listSearch(search)}`
  if (!closed || answer) return <JoinForm view={view} answer={answer} closeTo={closeTo} />
  return (
    <DialogRoute
      title={t(kind === 'trip' ? 'trip:closed.title' : 'carpool:refused.closedTitle')}
      closeTo={closeTo}
    >
      <div className="flex flex-col gap-4">
        <p>
          <GroupLine {...view.of} />
        </p>
        <Refusal {...view} {...closed} kind={kind} listTo={closeTo} />
      </div>
    </DialogRoute>
  )
}
