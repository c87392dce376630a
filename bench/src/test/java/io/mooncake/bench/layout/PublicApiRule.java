package io.mooncake.bench.layout;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;

/** Third-party types do not appear in public signatures of the client: users do not inherit our libraries. */
final class PublicApiRule {

    private static final Set<String> API_PACKAGES = Set.of("io.mooncake.client", "io.mooncake.error");

    private PublicApiRule() {}

    static LayoutRule rule() {
        return new LayoutRule(
                "public signatures of the client hold no third-party type",
                classes()
                        .that()
                        .resideInAPackage("io.mooncake.client")
                        .and()
                        .arePublic()
                        .should(new OwnTypesOnly()),
                "io.mooncake.client.Planted",
                Map.of(
                        "io.mooncake.client.Planted",
                        "package io.mooncake.client; public class Planted {"
                                + " public java.util.List<io.netty.buffer.ByteBuf> planted() { return null; } }"));
    }

    private static final class OwnTypesOnly extends ArchCondition<JavaClass> {

        OwnTypesOnly() {
            super("have signatures of the JDK and of the API only");
        }

        @Override
        public void check(JavaClass type, ConditionEvents events) {
            type.getMembers().stream().filter(OwnTypesOnly::isVisible).forEach(member -> check(member, events));
        }

        private static boolean isVisible(JavaMember member) {
            Set<JavaModifier> modifiers = member.getModifiers();
            return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
        }

        private static void check(JavaMember member, ConditionEvents events) {
            for (JavaClass involved : member.getAllInvolvedRawTypes()) {
                JavaClass type = involved.getBaseComponentType();
                boolean own = type.isPrimitive()
                        || type.getPackageName().startsWith("java.")
                        || API_PACKAGES.contains(type.getPackageName());
                if (!own) {
                    events.add(
                            SimpleConditionEvent.violated(member, member.getFullName() + " shows " + type.getName()));
                }
            }
        }
    }
}
