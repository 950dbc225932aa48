import type { Examples } from './shapes.server.ts'

const query = { from: '2026-11-01', to: '2026-11-30' }

export const adminExportExamples: Examples = {
  getAdminExportOrders: { query },
  getAdminExportCarpools: { query },
  getAdminExportTrips: { query },
  getAdminExportPayments: { query },
}
