import { Button } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import { mediaCalls } from '#contract/media/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { PropertyFrame } from '#web/property/property-layout.tsx';
import { WizardPicturesStep } from '#web/property/wizard-steps.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { m } from '#words/messages.js';
import { MediaPage } from './page.tsx';

/** The pictures of a property; right after its creation they are the last step of the wizard. */
export default function PropertyMedia() {
  const id = parseAddressId(useParams().id);
  const [params] = useSearchParams();
  if (params.has('made')) return <PictureStep id={id} />;
  return (
    <PropertyFrame id={id}>
      <MediaPage of={{ property_id: id }} />
    </PropertyFrame>
  );
}

function PictureStep({ id }: { id: number }) {
  const { code = '' } = useParams();
  const { link } = useDashboard();
  const property = useCall(propertyCalls.details, { id, code });
  const pictures = useCall(mediaCalls.list, { property_id: id }).data?.results.length ?? 0;
  const detail = link('property.detail', { id, code });
  return (
    <>
      <PageHeader
        title={m.property_new()}
        crumbs={[{ label: m.property_title(), href: link('property.list') }, { label: property.data?.name ?? m.property_new() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.media_step_help()}
      />
      <WizardPicturesStep
        foot={
          <>
            <Button component={Link} to={`${detail}?made=1`} variant="default">
              {m.media_step_later()}
            </Button>
            {pictures > 0 && (
              <Button component={Link} to={detail}>
                {m.media_step_finish()}
              </Button>
            )}
          </>
        }
      >
        <MediaPage of={{ property_id: id }} only="image" />
      </WizardPicturesStep>
    </>
  );
}
