import formbody from '@fastify/formbody'
import { serve } from './serve.ts'

// A card gateway that responds at once and remembers nothing: every card goes to 3-D Secure.
await serve(async (app) => {
  await app.register(formbody)
  let trades = 0
  app.post<{ Params: { name: string } }>('/payment/:name', (request) => {
    if (request.params.name === 'ExecTran.idPass') return 'ACS=2&RedirectUrl=http://127.0.0.1/'
    trades += 1
    return `AccessID=${process.pid}-${trades}&AccessPass=pass`
  })
})
