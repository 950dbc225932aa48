import { expect, type Page } from '@playwright/test'
import { ADMIN } from './servers.ts'
import { pages } from './world.ts'

/** Fills in and submits the login form of the open console. */
export async function submitAdminLogin(
  page: Page,
  { phone, password }: typeof ADMIN,
): Promise<void> {
  await page.locator('input[name=phone]').fill(phone)
  await page.locator('input[name=password]').fill(password)
  await page.locator('main button[type=submit]').last().click()
}

/**
 * Logs an administrator in through the console's own page, and ends on `to` (a path below
 * `/admin`).
 */
export async function loginAsAdmin(page: Page, to = ''): Promise<void> {
  await page.goto(`${pages}/admin${to}`)
  await submitAdminLogin(page, ADMIN)
  await expect(page).toHaveURL(`${pages}/admin${to}`)
}
