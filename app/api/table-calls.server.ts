import type { z } from 'zod'
import type { AdminTable } from '#app/console/service/admin-table.server.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import { ok } from '#app/kernel/result.ts'
import type { AppContext } from '#app/server/context.server.ts'
import type { Call, CallInput } from './define.server.ts'

type TableCalls<P extends z.ZodObject, B extends z.ZodObject, R extends z.ZodObject, T, Wanted> = {
  path: Call['path']
  scope: AdminScope
  params?: P
  body: B
  reply: R
  table: (context: AppContext, params: z.output<P>) => AdminTable<T, Wanted>
  /** The requested table, from the body. */
  wanted: (body: z.output<B>) => Wanted
  /** The table as a reply. */
  shown: (table: T) => z.input<R>
  /** Some changes require the password. */
  asking?: true
}

/**
 * The two calls of a table that is replaced as a whole: one returns it with its version, the other
 * replaces that version.
 */
export function tableCalls<
  P extends z.ZodObject,
  B extends z.ZodObject,
  R extends z.ZodObject,
  T,
  Wanted,
>({ body, reply, table, wanted, shown, asking, ...shape }: TableCalls<P, B, R, T, Wanted>): Call[] {
  const shared = {
    ...shape,
    tag: 'admin',
    auth: 'admin',
    versioned: true,
    responses: { 200: reply },
    out: shown,
  } as const
  return [
    {
      ...shared,
      method: 'GET',
      async handler({ params, context }: CallInput<P, undefined, undefined, 'admin'>) {
        return ok(await table(context, params as z.output<P>).read())
      },
    },
    {
      ...shared,
      method: 'PUT',
      body,
      strict: true,
      ...(asking && {
        async confirmed(
          sent: z.output<B>,
          context: AppContext,
          params: z.output<P>,
        ): Promise<boolean> {
          const source = table(context, params)
          const { table: before } = await source.read()
          const after = source.next(wanted(sent), before)
          return after.ok && source.weigh(before, after.value).asksPassword
        },
      }),
      handler({
        viewer,
        params,
        body: sent,
        version,
        context,
      }: CallInput<P, undefined, B, 'admin'>) {
        const source = table(context, params as z.output<P>)
        return source.replace(viewer.id, version, wanted(sent as z.output<B>))
      },
    },
  ]
}
