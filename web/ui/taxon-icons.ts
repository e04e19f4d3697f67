/**
 * The icons that an entry of the catalogue can have, by the name in its row. They are not in icons.ts, so that only pages that show or choose them
 * load them.
 */
import type { Icon } from '@tabler/icons-react';
import IconAirConditioning from '@tabler/icons-react/dist/esm/icons/IconAirConditioning.mjs';
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs';
import IconArmchair from '@tabler/icons-react/dist/esm/icons/IconArmchair.mjs';
import IconBarbell from '@tabler/icons-react/dist/esm/icons/IconBarbell.mjs';
import IconBath from '@tabler/icons-react/dist/esm/icons/IconBath.mjs';
import IconBeach from '@tabler/icons-react/dist/esm/icons/IconBeach.mjs';
import IconBed from '@tabler/icons-react/dist/esm/icons/IconBed.mjs';
import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
import IconBucket from '@tabler/icons-react/dist/esm/icons/IconBucket.mjs';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconBuildingCommunity from '@tabler/icons-react/dist/esm/icons/IconBuildingCommunity.mjs';
import IconBuildingCottage from '@tabler/icons-react/dist/esm/icons/IconBuildingCottage.mjs';
import IconBuildingEstate from '@tabler/icons-react/dist/esm/icons/IconBuildingEstate.mjs';
import IconBuildingHospital from '@tabler/icons-react/dist/esm/icons/IconBuildingHospital.mjs';
import IconBuildingMosque from '@tabler/icons-react/dist/esm/icons/IconBuildingMosque.mjs';
import IconBuildingSkyscraper from '@tabler/icons-react/dist/esm/icons/IconBuildingSkyscraper.mjs';
import IconBuildingStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs';
import IconBuildingWarehouse from '@tabler/icons-react/dist/esm/icons/IconBuildingWarehouse.mjs';
import IconBus from '@tabler/icons-react/dist/esm/icons/IconBus.mjs';
import IconCar from '@tabler/icons-react/dist/esm/icons/IconCar.mjs';
import IconCarGarage from '@tabler/icons-react/dist/esm/icons/IconCarGarage.mjs';
import IconChargingPile from '@tabler/icons-react/dist/esm/icons/IconChargingPile.mjs';
import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs';
import IconDesk from '@tabler/icons-react/dist/esm/icons/IconDesk.mjs';
import IconDeviceCctv from '@tabler/icons-react/dist/esm/icons/IconDeviceCctv.mjs';
import IconDoor from '@tabler/icons-react/dist/esm/icons/IconDoor.mjs';
import IconDroplet from '@tabler/icons-react/dist/esm/icons/IconDroplet.mjs';
import IconDropletFilled from '@tabler/icons-react/dist/esm/icons/IconDropletFilled.mjs';
import IconElevator from '@tabler/icons-react/dist/esm/icons/IconElevator.mjs';
import IconFence from '@tabler/icons-react/dist/esm/icons/IconFence.mjs';
import IconFingerprint from '@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs';
import IconFlame from '@tabler/icons-react/dist/esm/icons/IconFlame.mjs';
import IconFridge from '@tabler/icons-react/dist/esm/icons/IconFridge.mjs';
import IconGauge from '@tabler/icons-react/dist/esm/icons/IconGauge.mjs';
import IconGlassFull from '@tabler/icons-react/dist/esm/icons/IconGlassFull.mjs';
import IconHanger from '@tabler/icons-react/dist/esm/icons/IconHanger.mjs';
import IconHeart from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconHome2 from '@tabler/icons-react/dist/esm/icons/IconHome2.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconLadder from '@tabler/icons-react/dist/esm/icons/IconLadder.mjs';
import IconLamp from '@tabler/icons-react/dist/esm/icons/IconLamp.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconMap2 from '@tabler/icons-react/dist/esm/icons/IconMap2.mjs';
import IconMicrowave from '@tabler/icons-react/dist/esm/icons/IconMicrowave.mjs';
import IconMoodKid from '@tabler/icons-react/dist/esm/icons/IconMoodKid.mjs';
import IconMotorbike from '@tabler/icons-react/dist/esm/icons/IconMotorbike.mjs';
import IconMountain from '@tabler/icons-react/dist/esm/icons/IconMountain.mjs';
import IconParking from '@tabler/icons-react/dist/esm/icons/IconParking.mjs';
import IconPaw from '@tabler/icons-react/dist/esm/icons/IconPaw.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconPlane from '@tabler/icons-react/dist/esm/icons/IconPlane.mjs';
import IconPlant2 from '@tabler/icons-react/dist/esm/icons/IconPlant2.mjs';
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs';
import IconPool from '@tabler/icons-react/dist/esm/icons/IconPool.mjs';
import IconRecycle from '@tabler/icons-react/dist/esm/icons/IconRecycle.mjs';
import IconRoad from '@tabler/icons-react/dist/esm/icons/IconRoad.mjs';
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import IconScooter from '@tabler/icons-react/dist/esm/icons/IconScooter.mjs';
import IconShield from '@tabler/icons-react/dist/esm/icons/IconShield.mjs';
import IconShoppingBag from '@tabler/icons-react/dist/esm/icons/IconShoppingBag.mjs';
import IconShoppingCart from '@tabler/icons-react/dist/esm/icons/IconShoppingCart.mjs';
import IconSofa from '@tabler/icons-react/dist/esm/icons/IconSofa.mjs';
import IconStairs from '@tabler/icons-react/dist/esm/icons/IconStairs.mjs';
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import IconStethoscope from '@tabler/icons-react/dist/esm/icons/IconStethoscope.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import IconSunrise from '@tabler/icons-react/dist/esm/icons/IconSunrise.mjs';
import IconToolsKitchen2 from '@tabler/icons-react/dist/esm/icons/IconToolsKitchen2.mjs';
import IconTractor from '@tabler/icons-react/dist/esm/icons/IconTractor.mjs';
import IconTrain from '@tabler/icons-react/dist/esm/icons/IconTrain.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconTree from '@tabler/icons-react/dist/esm/icons/IconTree.mjs';
import IconTrees from '@tabler/icons-react/dist/esm/icons/IconTrees.mjs';
import IconUmbrella from '@tabler/icons-react/dist/esm/icons/IconUmbrella.mjs';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import IconWall from '@tabler/icons-react/dist/esm/icons/IconWall.mjs';
import IconWashMachine from '@tabler/icons-react/dist/esm/icons/IconWashMachine.mjs';
import IconWheelchair from '@tabler/icons-react/dist/esm/icons/IconWheelchair.mjs';
import IconWifi from '@tabler/icons-react/dist/esm/icons/IconWifi.mjs';

export const taxonIcons: Readonly<Record<string, Icon>> = {
  AirConditioning: IconAirConditioning,
  Archive: IconArchive,
  Armchair: IconArmchair,
  Barbell: IconBarbell,
  Bath: IconBath,
  Beach: IconBeach,
  Bed: IconBed,
  Bolt: IconBolt,
  Bucket: IconBucket,
  Building: IconBuilding,
  BuildingCommunity: IconBuildingCommunity,
  BuildingCottage: IconBuildingCottage,
  BuildingEstate: IconBuildingEstate,
  BuildingHospital: IconBuildingHospital,
  BuildingMosque: IconBuildingMosque,
  BuildingSkyscraper: IconBuildingSkyscraper,
  BuildingStore: IconBuildingStore,
  BuildingWarehouse: IconBuildingWarehouse,
  Bus: IconBus,
  Car: IconCar,
  CarGarage: IconCarGarage,
  ChargingPile: IconChargingPile,
  Coffee: IconCoffee,
  Desk: IconDesk,
  DeviceCctv: IconDeviceCctv,
  Door: IconDoor,
  Droplet: IconDroplet,
  DropletFilled: IconDropletFilled,
  Elevator: IconElevator,
  Fence: IconFence,
  Fingerprint: IconFingerprint,
  Flame: IconFlame,
  Fridge: IconFridge,
  Gauge: IconGauge,
  GlassFull: IconGlassFull,
  Hanger: IconHanger,
  Heart: IconHeart,
  Home: IconHome,
  Home2: IconHome2,
  Key: IconKey,
  Ladder: IconLadder,
  Lamp: IconLamp,
  Lock: IconLock,
  Map2: IconMap2,
  Microwave: IconMicrowave,
  MoodKid: IconMoodKid,
  Motorbike: IconMotorbike,
  Mountain: IconMountain,
  Parking: IconParking,
  Paw: IconPaw,
  Phone: IconPhone,
  Plane: IconPlane,
  Plant2: IconPlant2,
  PlugConnected: IconPlugConnected,
  Pool: IconPool,
  Recycle: IconRecycle,
  Road: IconRoad,
  School: IconSchool,
  Scooter: IconScooter,
  Shield: IconShield,
  ShoppingBag: IconShoppingBag,
  ShoppingCart: IconShoppingCart,
  Sofa: IconSofa,
  Stairs: IconStairs,
  Star: IconStar,
  Stethoscope: IconStethoscope,
  Sun: IconSun,
  Sunrise: IconSunrise,
  ToolsKitchen2: IconToolsKitchen2,
  Tractor: IconTractor,
  Train: IconTrain,
  Trash: IconTrash,
  Tree: IconTree,
  Trees: IconTrees,
  Umbrella: IconUmbrella,
  UserCheck: IconUserCheck,
  Wall: IconWall,
  WashMachine: IconWashMachine,
  Wheelchair: IconWheelchair,
  Wifi: IconWifi,
};
