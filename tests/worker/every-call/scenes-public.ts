import { emailEventOf, eventOf } from './event.ts'
import type { Scenes } from './scene.ts'

const open = async () => ({ as: null, status: 200 })

export const publicScenes: Scenes = {
  getServiceDescriptionsService: async () => ({
    as: null,
    params: { service: 'trip' },
    status: 200,
  }),
  getNormalPriceMatrix: open,
  getSpecialPriceMatrix: open,
  getPostagePriceMatrix: open,
  getHealth: open,
  getOpenapiJson: open,
  getDocs: open,
  postStripeWebhook: async () => ({ as: null, ...(await eventOf()), status: 200 }),
  postResendWebhook: async () => ({ as: null, ...(await emailEventOf()), status: 200 }),
}
