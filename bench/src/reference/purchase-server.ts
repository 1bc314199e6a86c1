import { connect } from '@kura/server/platform/db/connect'
import { given, serve } from './serve.ts'

// The minimum of a purchase: one SQL function that takes a unit, counts and writes the order,
// behind Fastify.
const { databaseUrl } = given<{ databaseUrl: string }>()
const sql = connect(databaseUrl)
await sql`
  create or replace function bench_reserve(pack text, buyer uuid) returns uuid language plpgsql as $$
  declare
    new_order uuid := gen_random_uuid();
    unit uuid;
  begin
    select id into unit from pack_units where pack_id = pack and state = 'free' order by draw_number limit 1 for update skip locked;
    if unit is null then return null; end if;
    insert into orders (id, member_id, pack_id, unit_id, price_yen, state, lease_until)
    select new_order, buyer, pack, unit, price_yen, 'reserved', kura_now() + interval '10 min' from packs where id = pack;
    update pack_units u set state = 'reserved', order_id = new_order where u.id = unit;
    update pack_stocks set remaining = remaining - 1, reserved = reserved + 1 where pack_id = pack and remaining > 0;
    return new_order;
  end $$`

await serve((app) => {
  app.post<{ Params: { packId: string } }>('/api/packs/:packId/entry-order/new-card', async (request, reply) => {
    const buyer = String(request.headers['x-auth-session']).slice('Bearer '.length)
    const [row] = await sql<{ id: string | null }[]>`select bench_reserve(${request.params.packId}, ${buyer}) as id`
    if (!row?.id) return reply.code(409).send({ error: 'out of stock' })
    return { orderId: row.id }
  })
})
