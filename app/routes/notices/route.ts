import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { requireUser } from '../../http/guard.server.ts'
import { safeReturnTo } from '../../http/return-to.server.ts'

/** The student has read a notice: it goes, and she stays where she was. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const form = await request.formData()
  await context.notices.dismiss(user.id, form.getAll('id').map(String))
  return redirect(safeReturnTo(form.get('returnTo'), '/'), 303)
}

export const loader = () => redirect('/')
