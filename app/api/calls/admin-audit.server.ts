import * as z from 'zod'
import { defineCall } from '#app/api/define.server.ts'
import { pageReply } from '#app/api/page.server.ts'
import { readAudit } from '#app/audit/audit.server.ts'
import { auditFilter } from '#app/console/schemas/members.server.ts'
import { AUDIT_ACTIONS } from '#app/kernel/admin.ts'
import { ok } from '#app/kernel/result.ts'
import { exampleId, idField, pageQuery, textLike, timeOut } from '#app/schemas/common.server.ts'

const entryReply = z
  .object({
    id: textLike('aud_0a1b2c3d-4e5f-4678-9abc-def012345678'),
    at: timeOut(),
    adminId: idField('adm'),
    action: z.enum(AUDIT_ACTIONS).meta({ examples: ['membershipLevelSet'] }),
    subject: textLike(exampleId('usr')).meta({
      description: 'The id of what was changed, or the name of a table',
    }),
    before: z.unknown().meta({
      description: 'What it was; null where there was nothing',
      examples: [{ membershipLevel: 1 }],
    }),
    after: z.unknown().meta({ description: 'What it became', examples: [{ membershipLevel: 2 }] }),
  })
  .meta({ id: 'AuditEntry' })

const auditLog = defineCall('GET /admin/audit-log', {
  auth: 'admin',
  scope: 'records',
  query: z.object({ ...auditFilter, ...pageQuery }),
  responses: {
    200: pageReply(entryReply).meta({ id: 'AuditPage' }),
  },
  handler: async ({ query, context }) => {
    const { items, nextCursor } = await readAudit(context, query)
    return ok({
      items: items.map(({ at, id, adminId, action, subject, before, after }) => ({
        id,
        at: at,
        adminId,
        action,
        subject,
        before,
        after,
      })),
      nextCursor,
    })
  },
})

export const adminAuditCalls = [auditLog]
