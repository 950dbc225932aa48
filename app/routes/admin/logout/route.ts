import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'

/** Ends the console session and clears its cookie. */
export async function action({ context }: ActionFunctionArgs) {
  const viewer = await context.adminViewer()
  if (viewer) await context.admin.accounts.end(viewer.token)
  context.setCookie(context.admin.accounts.clearCookie(context.secure))
  return redirect('/admin/login', 303)
}

export const loader = () => redirect('/admin')
