import { execFileSync } from 'node:child_process'
import { expect, type Page } from '@playwright/test'
import type { AdminScope } from '#app/domain/admin.ts'
import { newStudent } from './people.ts'
import { ADMIN, root, state } from './servers.ts'
import { pages } from './world.ts'

export type Admin = typeof ADMIN

/**
 * An administrator limited to `scopes`, made by the script beside the running product, as in
 * production. The script takes seconds.
 */
function limitedAdmin(scopes: AdminScope[]): Admin {
  const admin = { ...ADMIN, phone: newStudent().phone }
  execFileSync(process.execPath, ['scripts/admin.ts'], {
    cwd: root,
    stdio: 'pipe',
    env: {
      ...process.env,
      STATE_DIR: state,
      ADMIN_PHONE: admin.phone,
      ADMIN_PASSWORD: admin.password,
      ADMIN_SCOPES: scopes.join(','),
    },
  })
  return admin
}

/** Fills in and submits the login form of the open console. */
export async function submitAdminLogin(page: Page, { phone, password }: Admin): Promise<void> {
  await page.locator('input[name=phone]').fill(phone)
  await page.locator('input[name=password]').fill(password)
  await page.locator('main button[type=submit]').last().click()
}

/**
 * Logs an administrator in through the console's own page, and ends on `to` (a path below
 * `/admin`).
 */
export async function loginAsAdmin(page: Page, to = '', scopes?: AdminScope[]): Promise<Admin> {
  const admin = scopes ? limitedAdmin(scopes) : ADMIN
  await page.goto(`${pages}/admin${to}`)
  await submitAdminLogin(page, admin)
  await expect(page).toHaveURL(`${pages}/admin${to}`)
  return admin
}
